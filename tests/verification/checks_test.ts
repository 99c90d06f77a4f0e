import assert from "node:assert/strict";
import { IncompleteError, UsageError } from "../../core/errors.ts";
import type { Manifest, ProbeCase, ProbeKind } from "../../core/manifest/types.ts";
import { checkBearing, hasOracle, verifyingCase } from "../../core/verification/checks.ts";
import { finding } from "../findings/samples.ts";
import { caseOf, expectation, named } from "../probes/cases.ts";

function manifestOf(...probes: ProbeCase[]): Manifest {
  return { version: 1, timeout_ms: null, sandboxes: {}, probes };
}

const steps = (...expected: ReturnType<typeof expectation>[]) =>
  expected.map((expect, index) => ({ tool: `t${index}`, arguments: {}, expect }));
const OK = expectation({ outcome: "ok" });

Deno.test("a case that is not there, or is about no tool, cannot verify", () => {
  const kinds: ProbeKind[] = [
    "discovery-cost",
    "token-cost",
    "pagination",
    "surface-listing",
    "protocol-negotiation",
    "completion",
  ];
  const watching = named("watching", "resource-subscription", { trigger_tool: "t" });
  const manifest = manifestOf(...kinds.map((kind) => named(kind, kind)), watching);
  for (const id of [...kinds, "watching"]) {
    assert.throws(() => verifyingCase(manifest, id), (error) => {
      assert.ok(error instanceof UsageError);
      assert.match(error.message, /requires a tool probe/);
      return true;
    }, id);
  }
  assert.throws(() => verifyingCase(manifest, "SECRET"), {
    name: "UsageError",
    message: "the case is not declared in the manifest",
  });
});

Deno.test("a workflow is about its first tool, a state-recovery about the one that fails", () => {
  const flow = named("flow", "workflow", { steps: steps(OK, OK) });
  const recovery = named("recovery", "state-recovery", {
    failure_tool: "f",
    recovery_tool: "r",
    validation_tool: "v",
  });
  const manifest = manifestOf(flow, recovery);
  assert.equal(verifyingCase(manifest, "flow"), flow);
  checkBearing(flow, finding({ tool: "t0" }));
  checkBearing(recovery, finding({ tool: "f" }));
  for (const tool of ["t1", "r", "v", null]) {
    for (const probeCase of [flow, recovery]) {
      assert.throws(() => checkBearing(probeCase, finding({ tool })), (error) => {
        assert.ok(error instanceof IncompleteError);
        assert.match(error.message, /does not match/);
        return true;
      });
    }
  }
});

Deno.test("a success that did nothing passes where nothing is said of the result", () => {
  const expecting = (fields: Record<string, unknown>) =>
    caseOf("instruction-fidelity", { expect: expectation({ outcome: "ok", ...fields }) });
  assert.equal(hasOracle(expecting({})), false);
  for (
    const fields of [
      { required_result_fields: ["a"] },
      { required_result_paths: ["/a"] },
      { equals: { a: null } },
      { equals_paths: { "/a": 1 } },
      { outcome: "error" },
    ]
  ) assert.equal(hasOracle(expecting(fields)), true, JSON.stringify(fields));

  const error = expectation({ outcome: "error" });
  assert.equal(hasOracle(caseOf("workflow", { steps: steps(OK, error) })), true);
  assert.equal(hasOracle(caseOf("workflow", { steps: steps(OK, OK) })), false);
  for (const kind of ["degradation-over-n", "error-honesty", "output-schema"] as const) {
    assert.equal(hasOracle(caseOf(kind)), false, kind);
  }

  const weak = caseOf("degradation-over-n");
  checkBearing(weak, finding({ tool: "t", class: "recurring-error" }));
  assert.throws(() => checkBearing(weak, finding({ tool: "t", class: "false-success" })), {
    name: "UsageError",
    message: /result assertion/,
  });
  checkBearing(expecting({ equals: { a: 1 } }), finding({ tool: "t", class: "false-success" }));
});
