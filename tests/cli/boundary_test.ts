import assert from "node:assert/strict";
import { holds, type Proof } from "../../cli/prove.ts";
import { BINARY, run, SOURCE, tempFolder } from "./run.ts";

const ATTEMPTS = [
  "read",
  "write",
  "connect",
  "listen",
  "spawn",
  "environment",
  "system",
  "library",
];
const refused = ATTEMPTS.map((attempt) => ({ attempt, result: "NotCapable" }));

for (const [name, program] of [["from source", SOURCE], ["compiled", BINARY]] as const) {
  Deno.test(`no isolate can leave its plan, ${name}`, async () => {
    await using folder = await tempFolder();
    const init = ["init", "--server", "a", "--output", folder.file("m.json"), "--", "cat"];
    const started = await run(program, ["--prove-permissions", ...init]);
    assert.deepEqual(JSON.parse(started.stdout), {
      engine: refused,
      front: refused,
      keeper: refused,
    });
    assert.equal(started.code, 0);

    const alone = await run(program, ["--prove-permissions", "explain"]);
    assert.deepEqual(JSON.parse(alone.stdout), { engine: null, front: refused, keeper: refused });
  });

  Deno.test(`what the plan allows is possible, and shows, ${name}`, async () => {
    // With the linker's variable set the engine may start any program, which the plan names.
    const args = ["--prove-permissions", "probe", "--server", "a", "--", "cat"];
    const { code, stdout } = await run(program, args, { env: { LD_LIBRARY_PATH: "/opt/lib" } });
    assert.equal(code, 0);
    const spawn = JSON.parse(stdout).engine.find(({ attempt }: { attempt: string }) =>
      attempt === "spawn"
    );
    assert.deepEqual(spawn, { attempt: "spawn", result: "allowed", planned: true });
  });
}

Deno.test("the proof fails when something is possible that the plan does not name", () => {
  const proof: Proof = { engine: null, front: [], keeper: [] };
  const read = { attempt: "read" as const, result: "NotCapable" };
  assert.equal(holds({ ...proof, keeper: [read] }), true);
  for (const result of ["allowed", "PermissionDenied"]) {
    for (const isolate of ["engine", "front", "keeper", "service"]) {
      assert.equal(holds({ ...proof, [isolate]: [{ ...read, result }] }), false, isolate);
      assert.equal(holds({ ...proof, [isolate]: [{ ...read, result, planned: true }] }), true);
    }
  }
});
