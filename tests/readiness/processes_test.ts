/** The battery against real processes that crash, flood or refuse. */

import assert from "node:assert/strict";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { openTarget } from "../../core/mcp/connector.ts";
import { measureReadiness } from "../../core/readiness/battery.ts";
import { KILL } from "../mcp/harness.ts";
import { lostChecks } from "./fake-target.ts";

const SERVER = fileURLToPath(new URL("strange-server.ts", import.meta.url));

/** Area scores, lost checks beside the catalog's, counters, and how often the server was started. */
async function measure(flaw: string) {
  const folder = await Deno.makeTempDir();
  const counter = join(folder, "starts");
  const flags = ["run", "--quiet", "--no-config", "--no-lock", "--allow-read", "--allow-write"];
  const connector = openTarget(
    { kind: "stdio", command: [Deno.execPath(), ...flags, SERVER, flaw, counter] },
    { timeoutMs: null, killProgram: KILL },
  );
  try {
    const outcome = await measureReadiness({
      connector,
      attested: false,
      skipTools: [],
      argumentsFile: null,
      evaluator: { version: "0.9.0", os: "linux", arch: "x86_64" },
    });
    assert.ok(outcome.kind === "measured");
    const { areas } = outcome.readiness;
    return {
      scores: areas.map(({ score }) => score).join(" "),
      lost: lostChecks(outcome.readiness),
      counters: areas[4]?.measurements ?? {},
      starts: (await Deno.readTextFile(counter)).length,
    };
  } finally {
    await connector.close();
    await Deno.remove(folder, { recursive: true });
  }
}

// Four starts are the rule: the battery's own, contention's, two for the negotiation, which need not
// make the battery's handshake again.
Deno.test("a sound server loses nothing", async () => {
  const { scores, lost, starts } = await measure("none");
  assert.equal(scores, "100 80 100 100 100 100");
  assert.deepEqual(lost, []);
  assert.equal(starts, 4);
});

Deno.test("a server that dies of the payload is started again for what follows", async () => {
  const { scores, lost, starts } = await measure("crash-on-payload");
  assert.equal(scores, "80 80 100 100 67 100");
  assert.deepEqual(lost, [
    "protocol.unknown-method 0 null null protocol-call-failed",
    "reliability.payload 0 null null reliability-payload-unhandled",
  ]);
  assert.equal(starts, 5);
});

Deno.test("an error without an id answers the payload", async () => {
  const { scores, lost } = await measure("refuse-payload-frame");
  assert.equal(scores, "100 80 100 100 100 100");
  assert.deepEqual(lost, []);
});

Deno.test("a server that dies during a valid call is started again; its tool stays untried", async () => {
  const { scores, lost, counters } = await measure("crash-once");
  assert.equal(scores, "100 80 100 100 0 0");
  assert.deepEqual(lost, [
    "reliability.none-exercised 0 a null coverage-call-failed",
    "coverage.exercised 0 a null coverage-call-failed",
  ]);
  assert.equal(counters["transport_errors"], 1);
  assert.equal(counters["successful_calls"], 0);
});

Deno.test("a server that never comes back fails step by step", async () => {
  const { scores, lost, counters } = await measure("never-again");
  assert.equal(scores, "0 80 100 0 0 0");
  assert.deepEqual(lost, [
    "protocol.unknown-method 0 null null protocol-call-failed",
    "protocol.ping 0 null null protocol-call-failed",
    "protocol.unknown-tool 0 null null protocol-call-failed",
    "protocol.pagination 0 null null protocol-call-failed",
    "protocol.negotiation 0 null null protocol-call-failed",
    "error-honesty.invalid-arguments 0 a null honesty-call-failed",
    "reliability.none-exercised 0 a null coverage-call-failed",
    "coverage.exercised 0 a null coverage-call-failed",
  ]);
  assert.equal(counters["untested_tools"], 1);
  assert.equal(counters["transport_errors"], 0);
});

Deno.test("eight requests of a server during a call are declined, the ninth breaks it", async () => {
  const eight = await measure("ask-8");
  assert.equal(eight.scores, "100 80 100 100 100 100");
  const nine = await measure("ask-9");
  assert.equal(nine.scores, "100 80 100 0 0 0");
  assert.deepEqual(nine.lost, [
    "error-honesty.invalid-arguments 0 a null honesty-call-failed",
    "reliability.none-exercised 0 a null coverage-call-failed",
    "coverage.exercised 0 a null coverage-call-failed",
  ]);
  assert.equal(nine.counters["transport_errors"], 1);
});
