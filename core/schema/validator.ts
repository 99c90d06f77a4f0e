/**
 * JSON Schema of strange servers: compiled once, checked in bounded work, nothing fetched
 * (readiness.md §7, manifest-and-probes.md §6 “output-schema”, D9, D23).
 *
 * Bounds: the estimated code of a schema (`prepare.ts`), the work of one check (`meter.ts`), the
 * size of patterns and of their searches (`pattern.ts`). A schema beyond its bound is unusable; a
 * check beyond its bound fails, and so do all later checks with that schema.
 */

import { isObject, type Json } from "../mcp/json.ts";
import { dialectOf } from "./dialect.ts";
import type { Compiled } from "./engine.ts";
import { CHECK_UNITS } from "./meter.ts";
import { prepareSchema } from "./prepare.ts";
import { project } from "./projection.ts";

/** Whether a value satisfies a schema; false too when the check would need too much work. */
export type SchemaCheck = (value: Json) => boolean;

/** Schemas are as long-lived as the listing that they came with, and so are the results. */
const compiled = new WeakMap<object, Promise<SchemaCheck | null>>();

/**
 * Compiles the schema of a tool; the result is remembered for that very object.
 * @param schema `inputSchema` or `outputSchema` as read by `parseJson`
 * @returns null when the schema is unusable: an unknown `$schema`, a violated metaschema, a
 * reference to another document or into nothing, a pattern that is no regular expression, more
 * than the bounds allow
 */
export function compileSchema(schema: Json): Promise<SchemaCheck | null> {
  if (!isObject(schema)) return Promise.resolve(null);
  let result = compiled.get(schema);
  if (!result) {
    result = compile(schema);
    compiled.set(schema, result);
  }
  return result;
}

async function compile(schema: { [key: string]: Json }): Promise<SchemaCheck | null> {
  const dialect = dialectOf(schema);
  const prepared = dialect && prepareSchema(schema, dialect);
  if (!dialect || !prepared) return null;
  // ajv and all that goes with it takes longer to load than most servers to answer.
  const { compilePrepared, metaschemaOf } = await import("./engine.ts");
  if (judge(await metaschemaOf(dialect), prepared.schema as Json) !== true) return null;
  try {
    return boundedCheck(await compilePrepared(dialect, prepared));
  } catch {
    // Whatever ajv finds wrong with a schema of a stranger makes it unusable, the end of the stack
    // (a schema within a schema within …) included.
    return null;
  }
}

function boundedCheck(compiled: Compiled): SchemaCheck {
  let exhausted = false;
  return (value) => {
    const verdict = exhausted ? null : judge(compiled, value);
    exhausted = verdict === null;
    return verdict === true;
  };
}

/** Whether a value satisfies a schema; null when finding out takes too much work. */
function judge({ holds, state }: Compiled, value: Json): boolean | null {
  state.meter.left = CHECK_UNITS;
  state.projection = project(value);
  try {
    return holds(state.projection.value) === true;
  } catch {
    // The budget is used up, or the stack: a reference that leads back to itself.
    return null;
  } finally {
    state.projection = null;
  }
}
