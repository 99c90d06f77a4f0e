import assert from "node:assert/strict";
import { type Json, parseJson } from "../../core/mcp/json.ts";
import { compileSchema } from "../../core/schema/validator.ts";

/** `$schema` values by dialect. */
export const DIALECTS = {
  "draft-04": "http://json-schema.org/draft-04/schema#",
  "draft-06": "http://json-schema.org/draft-06/schema#",
  "draft-07": "http://json-schema.org/draft-07/schema#",
  "2019-09": "https://json-schema.org/draft/2019-09/schema",
  "2020-12": "https://json-schema.org/draft/2020-12/schema",
} as const;

/** The name of a dialect. */
export type DialectName = keyof typeof DIALECTS;

/** All dialects, oldest first. */
export const ALL = Object.keys(DIALECTS) as DialectName[];

/** A verdict on a value, or `unusable` when the schema has none. */
export type Verdict = "accepted" | "refused" | "unusable";

/** Judges a value; texts are read as JSON, so that numbers keep their kind. */
export async function judge(schema: Json, value: Json): Promise<Verdict> {
  const accepts = await compileSchema(schema);
  if (accepts === null) return "unusable";
  return accepts(value) ? "accepted" : "refused";
}

/** The verdict on a value given as JSON text, by a schema given as JSON text. */
export function judgeText(schema: string, value: string): Promise<Verdict> {
  return judge(parseJson(schema), parseJson(value));
}

/** Asserts the verdict of a schema in some dialects; in the others it must be the other one. */
export async function assertIn(
  dialects: readonly DialectName[],
  schema: { [key: string]: Json },
  value: Json,
  inside: Verdict,
  outside: Verdict,
): Promise<void> {
  for (const dialect of ALL) {
    const expected = dialects.includes(dialect) ? inside : outside;
    const verdict = await judge({ $schema: DIALECTS[dialect], ...schema }, value);
    assert.equal(verdict, expected, `${JSON.stringify(schema)} in ${dialect}`);
  }
}

/** Runs work that must not hang, and asserts a generous bound on its time, in ms. */
export async function within<T>(limit: number, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  const ms = performance.now() - start;
  assert.ok(ms < limit, `took ${Math.round(ms)} ms`);
  return result;
}
