/** When two JSON values are the same (JSON Schema 2020-12 core §4.2.2). */

import { canonicalNumber } from "./numbers.ts";
import type { Plain } from "./projection.ts";

/** Whether a value holds no other values. */
export function isScalar(value: Plain): boolean {
  return typeof value !== "object" || value === null;
}

/**
 * Equality of JSON Schema: by value, members in any order, 1 and 1.0 the same.
 * @param pay called with the work done, in units of `meter.ts`
 */
export function same(a: Plain, b: Plain, pay: (units: number) => void): boolean {
  if (a === b) return true;
  if (isScalar(a) || isScalar(b) || Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [a, b] as [Members, Members];
  const keys = Object.keys(left);
  pay(1 + (keys.length >> 1));
  return keys.length === Object.keys(right).length && keys.every((key) => {
    const [one, other] = [left[key], Object.hasOwn(right, key) ? right[key] : undefined];
    return one !== undefined && other !== undefined && same(one, other, pay);
  });
}

/** An object or, by its indexes, an array. */
type Members = { [key: string]: Plain };

/** One text per value in the sense of {@link same}. */
export function canonicalText(value: Plain): string {
  if (typeof value === "bigint") return `${canonicalNumber(value)}`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(canonicalText).join()}]`;
  const members = Object.keys(value).sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalText(value[key] ?? null)}`);
  return `{${members.join()}}`;
}
