/** Documents in the making, and reading them: what the tests of the readers share. */

import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { readReport } from "../../core/report/read.ts";
import { type CurrentReport, isLegacy, type ReportDocument } from "../../core/report/recorded.ts";

/** Any members. */
export type Members = Record<string, unknown>;

/** The least of each part. */
export const CASE = { id: "a", probe: "latency-budget" };
export const AREA = { name: "context", score: 3, checks: [] };
export const CHECK = { id: "context.catalog", reason: "context-catalog-heavy", score: 7 };
export const READINESS = {
  standard: "mcpeval-standard/2",
  score: 84,
  surface: { tools: 4, read_only: 3, writers: 1, exercised: 2 },
  areas: [],
};
/** A valid profile. */
export const PROFILE = {
  schema: "mcpeval.measurement-profile/v1",
  evaluator_version: "0.8.0",
  platform: "linux",
  architecture: "x86_64",
  client_capabilities: "none",
  attested_read_only: false,
  skip_tools: ["a", "b"],
  call_timeout_ms: 15000,
  repeats: 3,
};
export const TOOL = { name: "search", class: "writer", required: [], parameters: {} };

/** A document with other or further members; those below change a part of it. */
export const document = (members: Members = {}) => ({
  schema: "mcpeval.probe-report/v2",
  server: "demo",
  cases: [],
  ...members,
});
export const legacy = (members: Members = {}) =>
  document({ schema: "mcpeval.probe-report/v1", ...members });
export const withCase = (members: Members) => document({ cases: [{ ...CASE, ...members }] });
export const withReadiness = (members: Members) =>
  document({ readiness: { ...READINESS, ...members } });
export const withCheck = (members: Members) =>
  withReadiness({ areas: [{ ...AREA, checks: [{ ...CHECK, ...members }] }] });
export const withProfile = (members: Members) =>
  withReadiness({ measurement_profile: { ...PROFILE, ...members } });
export const withGate = (members: Members) =>
  document({ readiness_gate: { min_areas: {}, ...members } });
export const withTool = (members: Members) =>
  document({ catalog: { tools: [{ ...TOOL, ...members }] } });

/** Reads a text, or a value as JSON. */
export function read(value: unknown): ReportDocument {
  const text = typeof value === "string" ? value : JSON.stringify(value);
  return readReport(new TextEncoder().encode(text), "report.json", "0.9.0");
}

/** A document of version 2. */
export function current(value: unknown): CurrentReport {
  const report = read(value);
  assert.ok(!isLegacy(report));
  return report;
}

/** The only case. */
export function only(value: unknown): CurrentReport["cases"][number] {
  const [entry] = read(value).cases;
  assert.ok(entry !== undefined);
  return entry;
}

/** The readiness. */
export function measured(value: unknown): NonNullable<CurrentReport["readiness"]> {
  const { readiness } = current(value);
  assert.ok(readiness !== null);
  return readiness;
}

/** Message and first cause of the refusal. */
export function refusal(value: unknown): [message: string, cause: string | undefined] {
  try {
    if (value instanceof Uint8Array) readReport(value, "report.json", "0.9.0");
    else read(value);
  } catch (error) {
    assert.ok(error instanceof UsageError);
    assert.equal(error.exit, 2);
    return [error.message, error.cause instanceof Error ? error.cause.message : undefined];
  }
  assert.fail("the document was accepted");
}
