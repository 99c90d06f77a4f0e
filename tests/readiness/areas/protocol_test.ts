import assert from "node:assert/strict";
import type { ProtocolCheck } from "../../../core/readiness/observations.ts";
import { protocolArea } from "../../../core/readiness/areas/protocol.ts";
import { withoutHints } from "../observed.ts";

const PASSED: ProtocolCheck[] = [
  { id: "protocol.unknown-method", reason: null },
  { id: "protocol.ping", reason: null },
  { id: "protocol.unknown-tool", reason: null },
  { id: "protocol.pagination", reason: null },
  { id: "protocol.surfaces", reason: null },
  { id: "protocol.negotiation", reason: null },
];

Deno.test("a protocol without a flaw has 100 and no measurements", () => {
  assert.deepEqual(protocolArea(PASSED), { score: 100, checks: [], measurements: {} });
});

Deno.test("each failed check of six costs a sixth, of five a fifth", () => {
  const failed: ProtocolCheck = { id: "protocol.ping", reason: "protocol-ping-failed" };
  const six = PASSED.map((check) => check.id === "protocol.ping" ? failed : check);
  const five = six.filter(({ id }) => id !== "protocol.surfaces");
  assert.equal(protocolArea(six).score, 83);
  assert.equal(protocolArea(five).score, 80);
  assert.deepEqual(withoutHints(protocolArea(five).checks), [
    {
      id: "protocol.ping",
      tool: null,
      score: 0,
      observed: null,
      reason: "protocol-ping-failed",
    },
  ]);
});

Deno.test("without any check the area has 0 and blames the ping", () => {
  const { score, checks } = protocolArea([]);
  assert.equal(score, 0);
  assert.deepEqual(withoutHints(checks), [
    {
      id: "protocol.ping",
      tool: null,
      score: 0,
      observed: null,
      reason: "protocol-call-failed",
    },
  ]);
});
