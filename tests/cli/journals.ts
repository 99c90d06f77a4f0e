/** Journals that probes write, and what there is to probe. */

import assert from "node:assert/strict";
import type { Behavior } from "../probes/behavior.ts";
import { entry } from "../probes/fake-session.ts";
import { type TempFolder, tempFolder } from "./run.ts";

const READ = { access: "read_only", arguments: {} };
const step = (tool: string, expect: object) => ({ tool, arguments: {}, expect });

/** A case of every kind, for the demo server. */
export const ALL_KINDS = {
  version: 1,
  sandboxes: { box: { description: "the demo server keeps its state in its process" } },
  probes: [
    { probe: "contention", id: "contention", tool: "read_counter", ...READ },
    {
      probe: "error-honesty",
      id: "honesty",
      tool: "flaky_read",
      ...READ,
      max_attempts: 4,
      expect_retryable: true,
    },
    {
      probe: "state-recovery",
      id: "recovery",
      access: "mutating",
      sandbox: "box",
      failure_tool: "break_session",
      failure_arguments: {},
      recovery_tool: "recover_session",
      recovery_arguments: { float: 1.5, int: 18446744073709 },
      validation_tool: "session_status",
      validation_arguments: {
        url: "https://example.com/x",
        uuid: "3f2b8c1e-9d4a-4e6f-8b7c-112233445566",
        enum: "enum:member",
      },
    },
    {
      probe: "discovery-cost",
      id: "cost",
      access: "read_only",
      max_tools: 24,
      max_schema_bytes: 9999,
    },
    { probe: "token-cost", id: "tokens", access: "read_only", max_total_tokens: 1200 },
    { probe: "schema-guessability", id: "guessable", tool: "describe_status", ...READ },
    { probe: "degradation-over-n", id: "repeat", tool: "read_counter", ...READ, max_attempts: 2 },
    {
      probe: "instruction-fidelity",
      id: "fidelity",
      tool: "describe_status",
      access: "read_only",
      arguments: { list: [{ b: null, a: true }, 2], empty: [], array: 3 },
      expect: { outcome: "ok", equals: { status: "ready" } },
    },
    {
      probe: "instruction-fidelity",
      id: "lying",
      tool: "report_weather",
      access: "read_only",
      arguments: { city: 7 },
      expect: { outcome: "error" },
    },
    {
      probe: "latency-budget",
      id: "latency",
      tool: "read_counter",
      ...READ,
      attempts: 2,
      max_latency_ms: 60_000,
    },
    { probe: "pagination", id: "pages", access: "read_only", max_pages: 5 },
    {
      probe: "payload-bounds",
      id: "payload",
      tool: "report_weather",
      access: "read_only",
      arguments: { unit: "C" },
      field: "city",
      size_bytes: 100_000,
      expect_handled: false,
    },
    { probe: "surface-listing", id: "surfaces", access: "read_only", max_pages: 5 },
    {
      probe: "output-schema",
      id: "schema",
      tool: "report_weather",
      access: "read_only",
      arguments: { city: "Graz" },
    },
    {
      probe: "cancellation",
      id: "cancellation",
      tool: "slow_read",
      ...READ,
      grace_seconds: 1,
      require_honored: false,
      reason: "probe",
    },
    {
      probe: "protocol-negotiation",
      id: "versions",
      access: "read_only",
      bogus_version: "2000-01-01",
    },
    { probe: "sampling", id: "sampling", tool: "sampled_read", ...READ, max_requests: 2 },
    {
      probe: "elicitation",
      id: "elicitation",
      tool: "elicited_read",
      ...READ,
      max_requests: 2,
      respond: "accept",
    },
    {
      probe: "resource-subscription",
      id: "subscription",
      access: "read_only",
      uri: "demo://status",
      trigger_tool: "publish_status",
      max_wait_seconds: 1,
    },
    {
      probe: "completion",
      id: "completion",
      access: "read_only",
      ref_uri: "welcome",
      ref_type: "ref/prompt",
      argument_name: "language",
      argument_value: "e",
      max_values: 5,
    },
    {
      probe: "workflow",
      id: "flow",
      access: "read_only",
      repetitions: 2,
      steps: [
        step("describe_status", { outcome: "ok", equals: { status: "ready" } }),
        step("read_counter", { outcome: "ok" }),
      ],
    },
  ],
};

const once = (tool: string) => ({
  probe: "instruction-fidelity",
  id: tool,
  tool,
  ...READ,
  expect: { outcome: "ok" },
});

/** What {@link oddServer} answers, by tool. */
const ODD_ANSWERS: Record<string, { result: object } | { error: object }> = {
  plain: { result: { content: [] } },
  coded: {
    error: { code: -32000, message: "Job 42 failed at /srv/data/in.csv", retryable: false },
  },
  talkative: {
    error: {
      code: 16,
      message: "won't open 'draft copy' via files/read",
      kind: "a kind that says too much of Ann Lee",
      layer: "str<8",
      retryable: "yes",
      data: { retryable: true, row: "secret" },
    },
  },
  wordless: { error: { code: 1 } },
  failing: { result: { isError: true, content: [{ type: "text", text: "Lease 7 expired" }] } },
  silent: { result: { isError: true, content: [] } },
  // No classifiable reply, so no record.
  malformed: { result: { isError: "yes" } },
};

/** A server whose tools fail in many ways. */
export const ODD_SERVER: Behavior = {
  tools: Object.keys(ODD_ANSWERS).map((name) => entry(name)),
  on: Object.fromEntries(
    Object.entries(ODD_ANSWERS).map(([name, answer]) => [`tools/call ${name}`, [answer]]),
  ) as NonNullable<Behavior["on"]>,
};

/** One call of each of its tools, and a payload that it does not survive as expected. */
export const ODD_CASES = {
  version: 1,
  sandboxes: {},
  probes: [
    ...Object.keys(ODD_ANSWERS).map(once),
    {
      probe: "payload-bounds",
      id: "unhandled",
      tool: "failing",
      access: "read_only",
      arguments: {},
      field: "text",
      size_bytes: 10,
      expect_handled: true,
    },
  ],
};

/** A folder with a manifest, and a home in it whose salt is the bytes 00 to 1f. */
export async function folderWith(manifest: object): Promise<TempFolder> {
  const folder = await tempFolder();
  await folder.write("mcp-eval.manifest.json", JSON.stringify(manifest));
  await Deno.mkdir(folder.file("home"));
  await folder.write("home/.salt", Uint8Array.from({ length: 32 }, (_, index) => index));
  return folder;
}

/** A record as it was read. */
export type ReadRecord = Record<string, unknown>;

/** All records of a home's calls; every line must be whole, and of a probe. */
export function readRecords(home: string): ReadRecord[] {
  const names = [...Deno.readDirSync(`${home}/store`)].map(({ name }) => name)
    .filter((name) => name.startsWith("calls-")).sort();
  const text = names.map((name) => Deno.readTextFileSync(`${home}/store/${name}`)).join("");
  if (text === "") return [];
  assert.ok(text.endsWith("\n"));
  return text.slice(0, -1).split("\n").map((line) => {
    const record = JSON.parse(line) as ReadRecord;
    assert.equal(JSON.stringify(record), line);
    assert.deepEqual(
      [record["server"], record["method"], record["shim_self_us"], record["kind"]],
      ["demo", "tools/call", 0, "synthetic"],
    );
    return record;
  });
}

/** What a record says of a call, in one line; without what chance decides. */
export function lineOf({ seq, tool, args, outcome, error }: ReadRecord): string {
  const failure = error === undefined ? "" : ` ${JSON.stringify(error)}`;
  return `${seq} ${tool} ${JSON.stringify(args)} ${outcome}${failure}`;
}
