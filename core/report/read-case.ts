/** Reading one case of a report document (reports.md §1.7). */

import { PROBE_KINDS } from "../manifest/types.ts";
import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { isCount } from "../readiness/value-checks.ts";
import { isReason, type Reason } from "../reasons.ts";
import { BOUNDS, COUNTS, OUTCOMES } from "./case-values.ts";
import { caseHint } from "./document.ts";
import type { Count, RecordedCase } from "./recorded.ts";
import { membersOf, oneOf, unusable } from "./unusable.ts";

type RecordedMeasurements = RecordedCase["measurements"];

/**
 * A case: its id, probe and reason have to be right, anything else of a wrong type counts as absent.
 * @throws {UsageError}
 */
export function readCase(value: Json, place: string): RecordedCase {
  const members = membersOf(value, place);
  const { id, attempts, first_failure, tool, detail } = members;
  if (typeof id !== "string") unusable(`${place}.id`, "must be a string");
  const probe = oneOf(PROBE_KINDS, members.probe, `${place}.probe`, "probe kind");
  const reason = readReason(members.reason, `${place}.reason`);
  const firstFailure = isCount(first_failure) ? first_failure : null;
  return {
    id,
    probe,
    tool: typeof tool === "string" ? tool : null,
    passed: reason === null,
    attempts: isCount(attempts) ? attempts : 0,
    first_failure: firstFailure,
    reason,
    hint: reason && caseHint(probe, reason, firstFailure),
    detail: isObject(detail) ? readDetail(detail) : null,
    measurements: isObject(members.measurements) ? readMeasurements(members.measurements) : {},
  };
}

function readReason(value: Json | undefined, place: string): Reason | null {
  if (value === undefined || value === null || isReason(value)) return value ?? null;
  unusable(place, "must be null or a known reason");
}

function readDetail({ bound, limit, observed }: JsonObject): RecordedCase["detail"] {
  const known = BOUNDS.find((name) => name === bound);
  if (known === undefined || !isCount(limit) || !isCount(observed)) return null;
  return { bound: known, limit, observed };
}

function readMeasurements(members: JsonObject): RecordedMeasurements {
  const measurements: RecordedMeasurements = {};
  for (const name of COUNTS) {
    const value = members[name];
    if (isCount(value)) measurements[name] = value;
  }
  const { per_tool, cancellation_outcome } = members;
  if (Array.isArray(per_tool)) measurements.per_tool = per_tool.flatMap(readToolTokens);
  const outcome = OUTCOMES.find((label) => label === cancellation_outcome);
  if (outcome !== undefined) measurements.cancellation_outcome = outcome;
  return measurements;
}

function readToolTokens(value: Json): { tool: string; tokens: Count }[] {
  if (!isObject(value)) return [];
  const { tool, tokens } = value;
  return typeof tool === "string" && isCount(tokens) ? [{ tool, tokens }] : [];
}
