/** Manifests for tests, as text. */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";

/** Anything that can stand in a manifest, and a number as it is to be written. */
export type Fields = Record<string, unknown>;

const TOOL = { id: "a", tool: "t", access: "read_only", arguments: {} };
const PLAIN = { id: "a", access: "read_only" };
const STEP = { tool: "t", arguments: {}, expect: { outcome: "ok" } };

/** For each kind the required fields only. */
export const MINIMAL: Readonly<Record<string, Fields>> = {
  "contention": TOOL,
  "error-honesty": { ...TOOL, max_attempts: 3, expect_retryable: true },
  "state-recovery": {
    ...PLAIN,
    failure_tool: "f",
    failure_arguments: {},
    recovery_tool: "r",
    recovery_arguments: {},
    validation_tool: "v",
    validation_arguments: {},
  },
  "discovery-cost": { ...PLAIN, max_tools: 10, max_schema_bytes: 1000 },
  "token-cost": { ...PLAIN, max_total_tokens: 1000 },
  "schema-guessability": TOOL,
  "degradation-over-n": { ...TOOL, max_attempts: 3 },
  "instruction-fidelity": { ...TOOL, expect: { outcome: "ok" } },
  "latency-budget": { ...TOOL, attempts: 3, max_latency_ms: 1000 },
  "pagination": { ...PLAIN, max_pages: 5 },
  "payload-bounds": { ...TOOL, field: "city", size_bytes: 100, expect_handled: false },
  "surface-listing": { ...PLAIN, max_pages: 5 },
  "output-schema": TOOL,
  "cancellation": { ...TOOL, grace_seconds: 2, reason: "user" },
  "protocol-negotiation": { ...PLAIN, bogus_version: "2000-01-01" },
  "sampling": { ...TOOL, max_requests: 2 },
  "elicitation": { ...TOOL, max_requests: 2, respond: "accept" },
  "resource-subscription": { ...PLAIN, uri: "demo://counter", max_wait_seconds: 5 },
  "completion": {
    ...PLAIN,
    ref_uri: "greeting",
    ref_type: "ref/prompt",
    argument_name: "name",
    argument_value: "Al",
    max_values: 10,
  },
  "workflow": { ...PLAIN, repetitions: 1, steps: [STEP, STEP] },
};

/** A case with these fields on top of the required ones; `undefined` takes one away. */
export function sample(kind: string, fields: Fields = {}): Fields {
  return { probe: kind, ...MINIMAL[kind], ...fields };
}

/**
 * A manifest of these cases, one field per line: with only cases of plain fields, line 5 has
 * `probe` of the first case, line 6 its next field, and so on.
 */
export function document(cases: readonly unknown[], fields: Fields = {}): string {
  return JSON.stringify({ version: 1, ...fields, probes: cases }, null, 2);
}

/** The message with which a text is refused; fails the test when it is not. */
export function refusal(text: string | Uint8Array, name = "m.json"): string {
  try {
    loadManifest(text, name);
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.name, "UsageError", error.stack ?? "");
    return error.message;
  }
  assert.fail("the manifest was accepted");
}

/** The message with which one case is refused. */
export function caseRefusal(kind: string, fields: Fields, around: Fields = {}): string {
  return refusal(document([sample(kind, fields)], around));
}

/** The only case of a manifest that is accepted. */
export function loadedCase(kind: string, fields: Fields = {}, around: Fields = {}): Fields {
  const { manifest } = loadManifest(document([sample(kind, fields)], around), "m.json");
  assert.equal(manifest.probes.length, 1);
  return manifest.probes[0] as unknown as Fields;
}
