import assert from "node:assert/strict";
import type { Engine, Keeper } from "../../cli/isolates.ts";
import { verifyFinding, type VerifyJob } from "../../cli/verification.ts";
import { IncompleteError } from "../../core/errors.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import { finding } from "../serve/fake-backend.ts";

const MANIFEST = JSON.stringify({
  version: 1,
  probes: [{
    probe: "instruction-fidelity",
    id: "c",
    tool: "read_file",
    access: "read_only",
    arguments: {},
    expect: { outcome: "ok" },
  }],
});

/** Isolates whose answers let every verification pass; counts what is recorded. */
function fakeIsolates() {
  const answer = <T>(value: T) => () => Promise.resolve({ ok: true, value });
  let recorded = 0;
  const keeper = {
    checkReady: answer(null),
    readFindings: answer([finding()]),
    digestProgram: answer("0".repeat(64)),
    openJournal(_home: string, port: MessagePort) {
      port.close();
      return answer(new Uint8Array(32))();
    },
    recordVerification: () => {
      recorded++;
      return answer({ state: "verifying", consecutive_passes: 1 })();
    },
  };
  const isolate = (api: object) => ({
    api,
    crashed: new Promise(() => {}),
    lost: new AbortController().signal,
  });
  const isolates = {
    engine: isolate({}) as unknown as Engine,
    keeper: isolate(keeper) as unknown as Keeper,
  };
  return { isolates, recorded: () => recorded };
}

function job(members: Partial<VerifyJob>): VerifyJob {
  const result = { verdict: "pass", attempts: 1, measurements: {} } as const;
  const gated = { id: "c", probe: "instruction-fidelity", tool: "read_file", result };
  return {
    home: "home",
    findingId: finding().finding_id,
    caseId: "c",
    manifest: loadManifest(MANIFEST, "m.json"),
    allowMutation: false,
    target: () => ({
      job: {
        target: { kind: "http", url: "http://127.0.0.1:1/", allowRemote: false },
        killProgram: null,
        authorization: null,
        protocol: null,
      },
      launch: null,
    }),
    program: "mcpeval",
    gate({ journal }) {
      journal?.port.close();
      const value = { gate: { cases: [gated], catalog: null }, battery: null } as never;
      return Promise.resolve({ value, revision: null });
    },
    ...members,
  };
}

Deno.test("a verdict that nobody waits for any more is not recorded", async () => {
  const { isolates, recorded } = fakeIsolates();
  const checkWanted = () => {
    throw new IncompleteError("the evaluation was cancelled");
  };
  await assert.rejects(verifyFinding(isolates, job({ checkWanted })), /cancelled/);
  assert.equal(recorded(), 0);
  const result = await verifyFinding(isolates, job({ checkWanted() {} }));
  assert.deepEqual([result.kind, recorded()], ["judged", 1]);
});
