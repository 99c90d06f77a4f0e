/** One row of the issues with its lifecycle, checked like a record of a journal. */

import {
  type Finding,
  FINDING_CLASSES,
  LIFECYCLE_STATES,
  SEVERITIES,
} from "../../core/findings/finding.ts";
import { classHint } from "../../core/findings/hints.ts";
import { projectCode } from "../../core/capture/error-record.ts";
import { isTemplateId } from "../../core/capture/grammar.ts";
import { projectShape } from "../../core/capture/shape.ts";
import { asIdentifier, asServerLabel, asToolName } from "../../core/labels.ts";
import { type Json, type JsonObject, tryParseJson } from "../../core/mcp/json.ts";
import { asCount, asText, malformed, optional, readRecord } from "../members.ts";
import { projectTimestamp } from "../timestamps.ts";

const FINDING_ID = /^finding-[0-9a-f]{16}$/;

/**
 * The finding of a row. Codes and shapes are projected, as those of journals are.
 * @returns null for what is none
 */
export function readFinding(row: Json): Finding | null {
  return readRecord(row, findingOf);
}

function findingOf(row: JsonObject): Finding {
  const className = asOne(FINDING_CLASSES, row["class"]);
  const retryable = optional(row["retryable"], asCount);
  return {
    finding_id: asMatch(row["finding_id"], (id) => FINDING_ID.test(id)),
    state: asOne(LIFECYCLE_STATES, row["state"]),
    probe_id: orNull(row["probe_id"], (id) => asMatch(id, (text) => asIdentifier(text) !== null)),
    consecutive_passes: asCount(row["consecutive_passes"]),
    server: asMatch(row["server"], (label) => asServerLabel(label) !== null),
    tool: orNull(row["tool"], (name) => asMatch(name, (text) => asToolName(text) !== null)),
    err_code: orNull(row["err_code"], asCode),
    err_codes: asList(asJson(row["err_codes"])).map((code) => projectCode(code) as Json),
    err_template_id: orNull(row["err_template_id"], (id) => asMatch(id, isTemplateId)),
    failures: asCount(row["failures"]),
    calls: asCount(row["calls"]),
    sessions: asCount(row["sessions"]),
    last_seen: asMatch(row["last_seen"], (ts) => projectTimestamp(ts) !== "unknown"),
    cost: asReal(row["cost"]),
    blast: asCount(row["blast"]),
    rate: asReal(row["rate"]),
    confidence: asReal(row["confidence"]),
    recency: asReal(row["recency"]),
    score: asReal(row["score"]),
    threshold: asReal(row["threshold"]),
    severity: asOne(SEVERITIES, row["severity"]),
    class: className,
    retryable: retryable === undefined ? null : retryable === 1,
    hint: classHint(className),
    repro: orNull(row["args"], (args) => projectShape(asJson(args))),
  };
}

function orNull<T>(value: Json | undefined, read: (value: Json) => T): T | null {
  return optional(value, read) ?? null;
}

function asMatch(value: Json | undefined, matches: (text: string) => boolean): string {
  const text = asText(value);
  return matches(text) ? text : malformed();
}

function asOne<T extends string>(known: readonly T[], value: Json | undefined): T {
  return known.find((each) => each === value) ?? malformed();
}

function asReal(value: Json | undefined): number {
  return typeof value === "number" && Number.isFinite(value) ? value : malformed();
}

function asCode(value: Json): Json {
  return projectCode(asJson(value)) as Json;
}

function asList(value: Json): Json[] {
  return Array.isArray(value) ? value : malformed();
}

/** JSON text in a column. */
function asJson(value: Json | undefined): Json {
  const json = tryParseJson(asText(value));
  return json === undefined ? malformed() : json;
}
