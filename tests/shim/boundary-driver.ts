/**
 * Runs the relay engine with the permissions of a plan, as the front does, on its own stdin and
 * stdout. At the first record, with the relay running, the engine tries to leave its plan; the
 * result goes to stderr.
 */

import * as Comlink from "comlink";
import { capabilities, workerPermissions } from "../../cli/permissions.ts";
import type { RelayEngineApi } from "../../shim/relay-engine.ts";

const [killProgram = "", program = "", ...args] = Deno.args;
const worker = new Worker(new URL("../../shim/relay-engine.ts", import.meta.url), {
  type: "module",
  deno: { permissions: workerPermissions(capabilities({ run: [program, killProgram] })) },
});
const engine = Comlink.wrap<RelayEngineApi>(worker);
const { port1, port2 } = new MessageChannel();
let first = true;
const journal = {
  async append() {
    if (first) {
      first = false;
      console.error(JSON.stringify(await engine.attemptToCross()));
    }
    return { ok: true, value: null };
  },
};
Comlink.expose(journal, port2);
const job = {
  server: "test",
  session: "session:0",
  salt: new Uint8Array(32),
  command: [program, ...args] as const,
  killProgram,
};
const listener = Comlink.proxy({ recordingFailed() {} });
const outcome = await engine.stdio(job, Comlink.transfer(port1, [port1]), listener);
Deno.exit(outcome.ok ? outcome.value.code : 99);
