import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { judge, requireBuilt, unbuiltKinds } from "../../core/probes/registry.ts";
import { caseOf } from "./cases.ts";
import { discoveryOf, fakeConnector, fakeSession } from "./fake-session.ts";

const UNBUILT = [
  "error-honesty",
  "state-recovery",
  "instruction-fidelity",
  "cancellation",
  "sampling",
  "elicitation",
  "resource-subscription",
  "completion",
  "workflow",
] as const;

Deno.test("registry: names each kind that is not built once, in case order", () => {
  const all = PROBE_KINDS.map((kind) => caseOf(kind));
  assert.deepEqual(unbuiltKinds([...all, ...all]), UNBUILT);
});

Deno.test("registry: the kinds that init writes are built", () => {
  requireBuilt(
    [
      "discovery-cost",
      "token-cost",
      "pagination",
      "protocol-negotiation",
      "surface-listing",
      "schema-guessability",
      "degradation-over-n",
      "latency-budget",
      "output-schema",
      "contention",
      "payload-bounds",
    ].map((kind) => caseOf(kind as typeof PROBE_KINDS[number])),
  );
});

for (const kind of UNBUILT) {
  Deno.test(`registry: ${kind} is neither skipped nor passed`, async () => {
    const context = {
      session: fakeSession(),
      connector: fakeConnector(),
      discovery: discoveryOf(),
    };
    await assert.rejects(judge(caseOf(kind), context), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, new RegExp(`the probe kind ${kind} yet; .*--probe`));
      return true;
    });
  });
}
