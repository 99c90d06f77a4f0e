/**
 * Values as ajv can take them. ajv knows neither bigint nor boxed numbers, so they become doubles;
 * keywords for which a lost digit matters ask for the exact value again.
 */

import { isObject, type Json } from "../mcp/json.ts";
import { canonicalNumber, type Exact } from "./numbers.ts";

/** A JSON value whose numbers are plain; in an exact value, integers beyond 2⁵³ stay bigint. */
export type Plain = null | boolean | string | Exact | Plain[] | { [key: string]: Plain };

/** A value to check. */
export interface Projection {
  /** For ajv: every number a double, and objects without a prototype (`toString` is no member). */
  value: Plain;
  /** The value with all its digits. */
  exact: Plain;
  /** The exact counterparts of containers in `value`; empty unless some integer lost digits. */
  counterparts: WeakMap<object, Plain>;
}

/** Projects a value for one check. */
export function project(value: Json): Projection {
  const doubles = copy(value, toDouble);
  const counterparts = new WeakMap<object, Plain>();
  if (!holdsBigint(value)) return { value: doubles, exact: doubles, counterparts };
  const exact = copy(value, toExact);
  link(doubles, exact, counterparts);
  return { value: doubles, exact, counterparts };
}

/** A value with its exact numbers, for literals of a schema. */
export function exactCopy(value: Json): Plain {
  return copy(value, toExact);
}

/** The double of a JSON number. */
export function toDouble(value: number | bigint | { valueOf(): number }): number {
  return canonicalNumber(Number(value)) as number;
}

function toExact(value: number | bigint | { valueOf(): number }): Exact {
  return canonicalNumber(typeof value === "bigint" ? value : Number(value));
}

function copy(value: Json, number: (value: number | bigint) => Exact): Plain {
  if (typeof value === "number" || typeof value === "bigint") return number(value);
  if (typeof value !== "object" || value === null) return value;
  if (value instanceof Number) return number(value.valueOf());
  if (Array.isArray(value)) return value.map((item) => copy(item, number));
  const object: { [key: string]: Plain } = Object.create(null);
  for (const key of Object.keys(value)) object[key] = copy(memberOf(value, key), number);
  return object;
}

function memberOf(value: Json, key: string): Json {
  return isObject(value) ? value[key] ?? null : null;
}

function holdsBigint(value: Json): boolean {
  if (typeof value === "bigint") return true;
  if (Array.isArray(value)) return value.some(holdsBigint);
  return isObject(value) && Object.values(value).some(holdsBigint);
}

function link(value: Plain, exact: Plain, links: WeakMap<object, Plain>): void {
  if (typeof value !== "object" || value === null) return;
  links.set(value, exact);
  for (const key of Object.keys(value)) {
    link(
      (value as Record<string, Plain>)[key] ?? null,
      (exact as Record<string, Plain>)[key] ?? null,
      links,
    );
  }
}
