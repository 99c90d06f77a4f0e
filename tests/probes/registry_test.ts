import assert from "node:assert/strict";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { Fault } from "../../core/mcp/faults.ts";
import { judge } from "../../core/probes/registry.ts";
import { caseOf } from "./cases.ts";
import { discoveryOf, entry, fakeConnector, fakeSession, fault } from "./fake-session.ts";

/** What each kind does first with a server whose budget is used up: `-` for nothing at all. */
const FIRST: Record<typeof PROBE_KINDS[number], string> = {
  contention: "connect",
  "error-honesty": "call t",
  "state-recovery": "call t",
  "discovery-cost": "-",
  "token-cost": "-",
  "schema-guessability": "call t",
  "degradation-over-n": "call t",
  "instruction-fidelity": "call t",
  "latency-budget": "call t",
  pagination: "tools/list",
  "payload-bounds": "call t",
  "surface-listing": "resources/list",
  "output-schema": "call t",
  cancellation: "call t",
  "protocol-negotiation": "negotiate 2025-06-18",
  sampling: "connect",
  elicitation: "connect",
  "resource-subscription": "watch x:y",
  completion: "completion/complete",
  workflow: "connect",
};

const fields = {
  failure_tool: "t",
  max_attempts: 1,
  attempts: 1,
  max_pages: 1,
  max_latency_ms: 1,
  field: "f",
  size_bytes: 1,
  uri: "x:y",
  steps: [],
};

for (const kind of PROBE_KINDS) {
  Deno.test(`registry: ${kind} has a probe, which never judges an exhausted budget`, async () => {
    const spent = () => fault("evaluation-budget-exceeded");
    const session = fakeSession({
      capabilities: { resources: { subscribe: true }, prompts: {}, completions: {} },
      call: spent,
      request: spent,
      list: spent,
    });
    const connector = fakeConnector({ sessions: [spent()], negotiate: spent });
    const judged = judge(caseOf(kind, fields), {
      session,
      connector,
      discovery: discoveryOf(entry("t", { outputSchema: {} })),
    });
    if (FIRST[kind] === "-") await judged;
    else {
      await assert.rejects(judged, (error) => {
        assert.ok(error instanceof Fault);
        assert.equal(error.label, "evaluation-budget-exceeded");
        return true;
      });
    }
    assert.equal([...session.log, ...connector.log][0] ?? "-", FIRST[kind]);
  });
}
