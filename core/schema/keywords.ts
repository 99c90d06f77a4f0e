/**
 * Keywords that replace ajv's own: those that compare values exactly (const, enum, multipleOf, the
 * bounds of numbers, uniqueItems) and those that count (string lengths, numbers of properties). All
 * of them pay for what they look at, and none trusts a method of the data: a result may have a
 * member `valueOf`.
 */

import type { Json } from "../mcp/json.ts";
import type { Dialect } from "./dialect.ts";
import { type Meter, spend } from "./meter.ts";
import { canonicalText, isScalar, same } from "./equality.ts";
import { type Exact, isMultipleOf } from "./numbers.ts";
import { exactCopy, type Plain, type Projection } from "./projection.ts";

/** Where ajv found the value: enough to look up its exact counterpart. */
interface Place {
  parentData: unknown;
  parentDataProperty: string | number;
}

/** Judges a value of the types that the keyword applies to. */
export type Check = (data: Plain, place?: Place) => boolean;

/** A keyword in ajv's terms. */
export interface ExactKeyword {
  keyword: string;
  type?: "number" | "string" | "array" | "object";
  schemaType?: ("number" | "array")[];
  errors: false;
  compile(schema: Json, parent: { [key: string]: Json }): Check;
}

/** What is asked of a number; JavaScript compares a bigint with a double by their exact values. */
const NUMERIC: Readonly<Record<string, (value: Exact, operand: Exact) => boolean>> = {
  multipleOf: isMultipleOf,
  minimum: (value, bound) => value >= bound,
  maximum: (value, bound) => value <= bound,
  exclusiveMinimum: (value, bound) => value > bound,
  exclusiveMaximum: (value, bound) => value < bound,
};

/** Whether a keyword's literal is a number whose digits all count. */
export function isNumeric(keyword: string): boolean {
  return Object.hasOwn(NUMERIC, keyword);
}

/** The state of the check that runs. */
export interface CheckState {
  meter: Meter;
  /** The value that is checked; null before the first check. */
  projection: Projection | null;
}

/** The keywords of a dialect, for checks with one state. */
export function exactKeywords(dialect: Dialect, state: CheckState): ExactKeyword[] {
  const pay = (units: number) => spend(state.meter, units);
  const limit = (
    keyword: string,
    type: "string" | "object",
    within: (data: Plain, bound: number) => boolean,
  ): ExactKeyword => ({
    keyword,
    type,
    schemaType: ["number"],
    errors: false,
    compile: (bound) => (data) => within(data, Number(bound)),
  });
  return [
    {
      keyword: "const",
      errors: false,
      compile(literal) {
        const expected = exactCopy(literal);
        return (data, place) => same(exactOf(data, place, state), expected, pay);
      },
    },
    {
      keyword: "enum",
      schemaType: ["array"],
      errors: false,
      compile(literals) {
        const listed = exactCopy(literals) as Plain[];
        const scalars = new Set(listed.filter(isScalar));
        const containers = listed.filter((literal) => !isScalar(literal));
        return (data, place) => {
          const value = exactOf(data, place, state);
          return isScalar(value)
            ? scalars.has(value)
            : containers.some((literal) => same(value, literal, pay));
        };
      },
    },
    ...numericKeywords(dialect, state),
    {
      keyword: "uniqueItems",
      type: "array",
      errors: false,
      compile: (unique) => (data, place) =>
        unique !== true || isUnique(exactOf(data, place, state) as Plain[], pay),
    },
    limit("minLength", "string", (data, bound) => codePoints(data as string, bound, pay) >= bound),
    limit("maxLength", "string", (data, bound) => codePoints(data as string, bound, pay) <= bound),
    limit("minProperties", "object", (data, bound) => members(data, pay) >= bound),
    limit("maxProperties", "object", (data, bound) => members(data, pay) <= bound),
  ];
}

function numericKeywords(dialect: Dialect, state: CheckState): ExactKeyword[] {
  // In draft-04 an exclusive bound is a flag beside a bound, for ajv to judge.
  const flagged = dialect === "draft-04";
  const keywords = Object.entries(NUMERIC)
    .filter(([keyword]) => !(flagged && keyword.startsWith("exclusive")));
  return keywords.map(([keyword, holds]) => ({
    keyword,
    type: "number",
    errors: false,
    compile(operand, parent) {
      if (typeof operand !== "number" && typeof operand !== "bigint") {
        throw new Error("the literal is no number");
      }
      const flag = `exclusive${keyword.charAt(0).toUpperCase()}${keyword.slice(1)}`;
      const judge = flagged && parent[flag] === true ? NUMERIC[flag] ?? holds : holds;
      return (data, place) => judge(exactOf(data, place, state) as Exact, operand);
    },
  }));
}

/** The value with all its digits, where doubles do not hold them. */
function exactOf(data: Plain, place: Place | undefined, { projection }: CheckState): Plain {
  const { exact = data, counterparts } = projection ?? {};
  if (typeof data === "object" && data !== null) return counterparts?.get(data) ?? data;
  if (typeof data !== "number") return data;
  const parent = place?.parentData;
  if (typeof parent !== "object" || parent === null) return exact;
  const counterpart = counterparts?.get(parent);
  return (counterpart as { [key: string]: Plain })?.[place?.parentDataProperty ?? ""] ?? data;
}

function isUnique(items: Plain[], pay: (units: number) => void): boolean {
  const seen = new Set<string>();
  for (const item of items) {
    const text = canonicalText(item);
    pay(1 + (text.length >> 4));
    if (seen.has(text)) return false;
    seen.add(text);
  }
  return true;
}

/** Length in code points; only as exact as the comparison with `bound` needs. */
function codePoints(text: string, bound: number, pay: (units: number) => void): number {
  // It is at most the UTF-16 length and at least half of it.
  if (text.length < bound || text.length / 2 > bound) return text.length;
  pay(text.length >> 6);
  let count = 0;
  for (let index = 0; index < text.length; index++) {
    if (text.charCodeAt(index) >>> 10 !== 0x37) count++;
  }
  return count;
}

function members(data: Plain, pay: (units: number) => void): number {
  const count = Object.keys(data as object).length;
  pay(count >> 1);
  return count;
}
