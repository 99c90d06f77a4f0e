/** Reading a report document, of this program or another, of version 1 or 2 (reports.md §1.7). */

import { type ParseError, parseTree } from "jsonc-parser";
import { UsageError } from "../errors.ts";
import { isObject, type Json, JsonError, type JsonObject, parseJson } from "../mcp/json.ts";
import { isCount } from "../readiness/value-checks.ts";
import { isReason, type Reason } from "../reasons.ts";
import { utf8Text } from "../utf8.ts";
import { tally } from "./document.ts";
import { readReportProtocol } from "./protocol.ts";
import { readCase } from "./read-case.ts";
import { readCatalog } from "./read-catalog.ts";
import { readGate, readReadiness } from "./read-readiness.ts";
import type { CurrentReport, LegacyReport, ReportDocument } from "./recorded.ts";
import { itemsOf, unusable } from "./unusable.ts";

/**
 * Reads a report. What follows from the rest (totals, hints, the badge) is worked out anew, what is
 * unknown is ignored.
 * @param name where the bytes come from, for the message when they are no text
 * @param version of this program, which becomes the report's generator
 * @throws {UsageError} that begins with `reading {name}`, `report document is not valid JSON` or
 * `not a usable probe report`; it names a place in the document and quotes no value
 */
export function readReport(bytes: Uint8Array, name: string, version: string): ReportDocument {
  const text = utf8Text(bytes);
  if (text === null) throw new UsageError(`reading ${name} failed: it is not UTF-8`);
  const document = parse(text);
  const members = isObject(document) ? document : {};
  switch (members.schema) {
    case "mcpeval.probe-report/v1":
      return readLegacy(members, version);
    case "mcpeval.probe-report/v2":
      return readCurrent(members, version);
    default:
      unusable("schema", "must be mcpeval.probe-report/v1 or mcpeval.probe-report/v2");
  }
}

function parse(text: string): Json {
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError("report document is not valid JSON", { cause: syntaxError(text, error) });
  }
}

/** Says where a text stops being JSON; a limit of ours that it breaks has no place. */
function syntaxError(text: string, error: JsonError): Error {
  if (text.startsWith("\ufeff")) {
    return new UsageError("it starts with a byte-order mark: save it as UTF-8 without one");
  }
  if (error.message !== "not valid JSON") return error;
  const errors: ParseError[] = [];
  parseTree(text, errors, { disallowComments: true });
  const before = text.slice(0, errors[0]?.offset ?? 0).split("\n");
  const column = (before.at(-1)?.length ?? 0) + 1;
  return new UsageError(`syntax error in line ${before.length}, column ${column}`);
}

function readCurrent(members: JsonObject, version: string): CurrentReport {
  const { readiness, readiness_error, readiness_gate, catalog } = members;
  const protocol = readReportProtocol(members.protocol);
  return {
    schema: "mcpeval.probe-report/v2",
    ...readCommon(members, version),
    readiness: readiness === undefined || readiness === null ? null : readReadiness(readiness),
    readiness_error: readReadinessError(readiness_error),
    readiness_gate: readiness_gate === undefined || readiness_gate === null
      ? null
      : readGate(readiness_gate),
    catalog: catalog === undefined || catalog === null ? null : readCatalog(catalog),
    ...protocol && { protocol },
  };
}

function readLegacy(members: JsonObject, version: string): LegacyReport {
  const { readiness } = members;
  const score = isObject(readiness) ? readiness.score : undefined;
  return {
    schema: "mcpeval.probe-report/v1",
    ...readCommon(members, version),
    legacy_score: isCount(score) ? score : null,
    readiness: null,
    readiness_error: null,
    readiness_gate: null,
    catalog: null,
  };
}

/** The members that both versions share. */
function readCommon(
  { server, manifest_sha256, cases: list }: JsonObject,
  version: string,
): Pick<
  CurrentReport,
  "generator" | "server" | "manifest_sha256" | "passed" | "gate" | "cases"
> {
  const cases = itemsOf(list, "cases").map((entry, index) => readCase(entry, `cases[${index}]`));
  const manifestSha256 = typeof manifest_sha256 === "string" ? manifest_sha256 : null;
  return {
    generator: { name: "mcpeval", version },
    server: typeof server === "string" ? server : "unknown",
    manifest_sha256: manifestSha256,
    ...tally(cases, manifestSha256),
    cases,
  };
}

function readReadinessError(value: Json | undefined): Reason | null {
  if (value === undefined || value === null || isReason(value)) return value ?? null;
  unusable("readiness_error", "must be null or a known reason");
}
