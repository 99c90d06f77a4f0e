/** Judges the outcome of a call by what its case expects (manifest-and-probes.md §2). */

import type { Expectation } from "../manifest/types.ts";
import { isInteger, type Json, type JsonObject } from "../mcp/json.ts";
import type { CallOutcome } from "../mcp/session.ts";
import type { FailureReason } from "../reasons.ts";
import { resolvePointer } from "../schema/pointer.ts";

/**
 * The first thing in which an outcome differs from what is expected of it, or null. Fields and
 * paths are those of the whole result of `tools/call`: nothing in it is unwrapped.
 */
export function mismatchOf(expected: Expectation, outcome: CallOutcome): FailureReason | null {
  if (outcome.kind !== "success") {
    if (expected.outcome !== "error") return "unexpected-outcome";
    const { error_code: code } = expected;
    return code === null || code === outcome.code ? null : "error-code-mismatch";
  }
  if (expected.outcome !== "ok") return "unexpected-outcome";
  return resultMismatch(expected, outcome.result);
}

/** What is missing is named before what is different, wherever either stands. */
function resultMismatch(expected: Expectation, result: JsonObject): FailureReason | null {
  const isThere = (value: Json | undefined) => value !== undefined;
  const complete =
    expected.required_result_fields.every((field) => isThere(fieldOf(result, field))) &&
    expected.required_result_paths.every((path) => isThere(pathOf(result, path)));
  if (!complete) return "missing-field";
  const equal =
    Object.entries(expected.equals).every(([field, value]) =>
      isSameScalar(value, fieldOf(result, field))
    ) && Object.entries(expected.equals_paths).every(([path, value]) =>
      isSameScalar(value, pathOf(result, path))
    );
  return equal ? null : "value-mismatch";
}

/** A top-level member by its literal name: a dot in it has no meaning. */
function fieldOf(result: JsonObject, field: string): Json | undefined {
  return Object.hasOwn(result, field) ? result[field] : undefined;
}

/** What a JSON Pointer (RFC 6901) leads to; the manifest allows no characters beyond its grammar. */
function pathOf(result: JsonObject, path: string): Json | undefined {
  return resolvePointer(result, `#${path}`);
}

/**
 * Whether a value is the expected null, boolean, number or string. Integers and floats are
 * different kinds: `1` is not `1.0`, and `0` is not `-0`, which JSON can only write as a float.
 */
export function isSameScalar(expected: Json, actual: Json | undefined): boolean {
  if (isFloat(expected) || isFloat(actual)) {
    return isFloat(expected) && isFloat(actual) && Number(expected) === Number(actual);
  }
  // Every integer has one representation, a bigint only where a number would be inexact.
  return expected === actual;
}

function isFloat(value: Json | undefined): boolean {
  return (typeof value === "number" || value instanceof Number) && !isInteger(value);
}
