import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { definitionId, recordDefined } from "../../../store/lifecycle/definition.ts";
import { tempFolder } from "../../cli/run.ts";

const SALT = Uint8Array.from({ length: 32 }, (_, index) => index);

Deno.test("the id of a definition is the specified hash, of its length in bytes", () => {
  const bytes = [...new TextEncoder().encode("mcpeval-verification-definition/1")];
  const expected = createHash("sha256").update(
    Uint8Array.from([...SALT, ...bytes, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0x22, 0xc3, 0xa9]),
  ).digest("hex");
  assert.equal(definitionId(SALT, '"é'), expected);
  assert.notEqual(definitionId(new Uint8Array(32), '"é'), expected);
});

Deno.test("a verification of a home without an index fails with exit 3", async () => {
  await using folder = await tempFolder();
  const run = {
    findingId: "finding-0000000000000000",
    probeId: "case",
    passed: true,
    runId: crypto.randomUUID(),
    ts: "2026-11-30T12:00:00.000Z",
  };
  const outcome = await recordDefined(folder.path, run, "{}");
  assert.ok(!outcome.ok);
  assert.equal(outcome.failure.exit, 3);
});
