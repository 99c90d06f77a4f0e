/** Finding and judging every place of a value, for the tests of what the engine hands over. */

import assert from "node:assert/strict";

/** A JSON object that is not checked. */
export type Members = Record<string, unknown>;

/** What no place of a result may hold; the texts stand for payload. */
export const FOREIGN: readonly unknown[] = [
  "LEAKED payload",
  "",
  "LEAKED".repeat(30),
  ["LEAKED payload"],
  -1,
  -0,
  0.5,
  NaN,
  2 ** 53,
  7n,
  undefined,
  Object(1),
  new Map(),
  new Date(0),
];

/** What a check throws about a value, which it has to refuse. */
export function refusalOf(check: (value: unknown) => unknown, value: unknown) {
  try {
    check(value);
  } catch (error) {
    assert.ok(error instanceof Error);
    return error as Error & { exit?: number };
  }
  assert.fail("the result was accepted");
}

/** Every way from the root to a value inside. */
export function paths(value: unknown, at: string[] = []): string[][] {
  if (typeof value !== "object" || value === null) return [at];
  return [at, ...Object.entries(value).flatMap(([key, inner]) => paths(inner, [...at, key]))];
}

/** The value at the end of a way. */
export function lookUp(value: unknown, at: readonly string[]): Members {
  return at.reduce<Members>((inner, key) => inner[key] as Members, value as Members);
}
