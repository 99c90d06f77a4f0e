/** `init` and the gate against the demo server, aspect by aspect (serve-and-demo.md §2.7, §2.8). */

import assert from "node:assert/strict";
import { IncompleteError } from "../../core/errors.ts";
import { runGate } from "../../core/gate.ts";
import type { CaseResult } from "../../core/gate-result.ts";
import type { Manifest, ProbeCase } from "../../core/manifest/types.ts";
import { type Scaffold, scaffold } from "../../core/scaffold/scaffold.ts";
import { renderSummary } from "../../core/scaffold/summary.ts";
import { fails } from "./verdict-table.ts";
import { withDemo } from "./served.ts";

type Written = Extract<Scaffold, { kind: "manifest" }>;

async function init(aspect: string | null): Promise<Written> {
  const scaffolded = await withDemo(
    aspect,
    (connector) =>
      scaffold({ connector, attested: false, tools: null, argumentsFile: null, dryRun: false }),
  );
  assert.ok(scaffolded.kind === "manifest");
  return scaffolded;
}

/** The clean server's manifest, written once. */
let written: Promise<Written> | null = null;
async function cleanManifest(): Promise<Manifest> {
  return (await (written ??= init(null))).manifest;
}

async function gate(aspect: string | null, cases: ProbeCase[]): Promise<CaseResult[]> {
  return (await withDemo(aspect, (connector) => runGate({ cases, connector }))).cases;
}

/** What did not pass, as `<id> <reason>`. */
function notPassed(cases: CaseResult[]): string[] {
  return cases.flatMap(({ id, result }) =>
    result.verdict === "pass" ? [] : [`${id} ${result.reason}`]
  );
}

interface Row {
  aspect: string;
  /** Cases that `init` writes. */
  cases: number;
  /** What does not pass of the aspect's own manifest, and of the clean one. */
  own: string[];
  clean: string[];
  /** Cases of `slow_read` that are run all the same; each of its calls takes its time. */
  slow?: string[];
}

const TABLE: Row[] = [
  ...["fidelity", "unstable-errors", "cancellation", "completion", "sampling", "elicitation"].map(
    (aspect) => ({ aspect, cases: 25, own: [], clean: [] }),
  ),
  ...["undescribed", "unknown-method", "lying-errors"].map(
    (aspect) => ({ aspect, cases: 25, own: [], clean: [] }),
  ),
  { aspect: "subscription", cases: 28, own: [], clean: [] },
  { aspect: "schema", cases: 22, own: [], clean: ["describe_status-guessable invalid-schema"] },
  {
    aspect: "bloated",
    cases: 25,
    own: [],
    clean: ["discovery-budget discovery-limit-exceeded", "token-budget token-budget-exceeded"],
  },
  ...[
    ["duplicate-page", "catalog-pagination pagination-duplicate-tool"],
    ["negotiation", "protocol-negotiation negotiation-echoed-unknown"],
    ["surface", "declared-surfaces surface-invalid-envelope"],
  ].map(([aspect = "", line = ""]) => ({ aspect, cases: 25, own: [line], clean: [line] })),
  {
    aspect: "slow",
    cases: 25,
    own: [],
    clean: ["slow_read-latency latency-budget-exceeded"],
    slow: ["slow_read-latency"],
  },
  {
    aspect: "output-schema",
    cases: 26,
    own: ["report_weather-output output-schema-declared-but-missing"],
    clean: [],
  },
  {
    aspect: "flaky",
    cases: 25,
    own: ["read_counter-repeat unexpected-outcome", "read_counter-latency unexpected-outcome"],
    clean: ["read_counter-repeat unexpected-outcome", "read_counter-latency unexpected-outcome"],
  },
];

for (const { aspect, cases, own, clean, slow = [] } of TABLE) {
  const quick = ({ probes }: Manifest) =>
    probes.filter(({ id }) => !id.startsWith("slow_read-") || slow.includes(id));
  Deno.test(`demo ${aspect}: init writes ${cases} cases, and both gates are as they must be`, async () => {
    const { manifest } = await init(aspect);
    assert.equal(manifest.probes.length, cases);
    assert.deepEqual(notPassed(await gate(aspect, quick(manifest))), own);
    assert.deepEqual(notPassed(await gate(aspect, quick(await cleanManifest()))), clean);
  });
}

Deno.test("demo clean: init writes 25 cases, and the gate passes them all", async () => {
  const { manifest, tools, skipped } = await (written ??= init(null));
  const [summary] = renderSummary("m.json", { kind: "manifest", manifest, tools, skipped })
    .split("\n");
  assert.equal(
    summary,
    "wrote m.json (12 tools, 25 cases: discovery-cost 1, token-cost 1, pagination 1, " +
      "protocol-negotiation 1, surface-listing 1, schema-guessability 6, degradation-over-n 6, " +
      "latency-budget 6, contention 1, payload-bounds 1) (2 tools skipped by annotations)",
  );
  assert.deepEqual(skipped.map(({ tool, cause }) => `${tool} ${cause}`), [
    "flaky_read empty-call-failed",
    "break_session destructive",
    "recover_session writer",
    "sampled_read asks-for-sampling",
    "elicited_read asks-for-elicitation",
    "publish_status announces-resource",
  ]);
  assert.deepEqual(notPassed(await gate(null, manifest.probes)), []);
});

Deno.test("demo clean: the bounds and targets of the cases", async () => {
  const { probes } = await cleanManifest();
  const byId = new Map(probes.map((probeCase) => [probeCase.id as string, probeCase]));
  assert.deepEqual(byId.get("discovery-budget"), {
    probe: "discovery-cost",
    id: "discovery-budget",
    access: "read_only",
    max_tools: 24,
    max_schema_bytes: 4524,
  });
  assert.deepEqual(byId.get("token-budget"), {
    probe: "token-cost",
    id: "token-budget",
    access: "read_only",
    max_total_tokens: 1200,
    max_tool_tokens: 200,
  });
  const payload = byId.get("report_weather-payload");
  assert.ok(payload?.probe === "payload-bounds");
  assert.equal(payload.field, "city");
  assert.ok(byId.has("describe_status-contention"));
  const latency = byId.get("slow_read-latency");
  assert.ok(latency?.probe === "latency-budget");
  assert.ok(latency.max_latency_ms >= 1600, "four times the 400 ms that it takes");
});

Deno.test("demo stalled-cursor: init writes nothing, the gate judges the paging alone", async () => {
  await assert.rejects(init("stalled-cursor"), IncompleteError);
  const results = await gate("stalled-cursor", (await cleanManifest()).probes);
  assert.equal(results.length, 25);
  const [paging, ...others] = results.sort((a, b) =>
    Number(b.probe === "pagination") - Number(a.probe === "pagination")
  );
  assert.deepEqual(
    paging?.result,
    fails(6, "pagination-stalled-cursor", { tool_count: 12, pages: 6 }, {
      bound: "max_pages",
      limit: 5,
      observed: 6,
    }),
  );
  for (const { result } of others) {
    assert.deepEqual(result, { verdict: "errored", reason: "transport-error" });
  }
});
