import assert from "node:assert/strict";
import fc from "fast-check";
import { LIFECYCLE_STATES, type LifecycleState } from "../../../core/findings/finding.ts";
import {
  nextLifecycle,
  recordVerification,
  type Verification,
} from "../../../store/lifecycle/lifecycle.ts";
import { tempFolder } from "../../cli/run.ts";
import { change, index, promoted, rows } from "../findings/journal.ts";

const FINDING = "finding-c51a0331c38ffd99";
const DEFINITION = "d".repeat(64);
const ROW = "SELECT * FROM finding_lifecycle";
const HISTORY = "SELECT * FROM probe_history";

let runs = 0;

/** A green verification with a run id of its own. */
function run(options: Partial<Verification> = {}): Verification {
  runs++;
  return {
    findingId: FINDING,
    probeId: "case-1",
    definitionId: DEFINITION,
    passed: true,
    runId: `00000000-0000-4000-8000-${String(runs).padStart(12, "0")}`,
    ts: "2026-12-01T00:00:00.000Z",
    ...options,
  };
}

/** A folder with one promoted finding. */
async function homeWithFinding() {
  const folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  return folder;
}

/** Where a verification leads. */
function verified(home: string, options: Partial<Verification> = {}): [LifecycleState, number] {
  const outcome = recordVerification(home, run(options));
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.failure.message);
  return [outcome.value.state, outcome.value.consecutive_passes];
}

Deno.test("each state goes where the table of transitions says", () => {
  const after = (state: LifecycleState, passes: number, passed: boolean, same: boolean) => {
    const next = nextLifecycle({ state, consecutive_passes: passes }, passed, same);
    return `${next.state} ${next.consecutive_passes}`;
  };
  for (const state of LIFECYCLE_STATES) {
    assert.equal(after(state, 0, true, true), "verifying 1");
    assert.equal(after(state, 1, true, true), "verifying 2");
    assert.equal(after(state, 2, true, true), "closed 3");
    assert.equal(after(state, 3, true, true), "closed 4");
    assert.equal(after(state, 3, true, false), "verifying 1");
    for (const same of [true, false]) {
      const expected = state === "open" || state === "fix-claimed" ? "fix-claimed 0" : "open 0";
      assert.equal(after(state, 2, false, same), expected);
    }
  }
});

Deno.test("only three green runs in a row under one binding close a finding", () => {
  const verification = fc.record({ passed: fc.boolean(), same: fc.boolean() });
  fc.assert(fc.property(fc.array(verification, { maxLength: 30 }), (verifications) => {
    let lifecycle = { state: "open" as LifecycleState, consecutive_passes: 0 };
    let green = 0;
    for (const { passed, same } of verifications) {
      lifecycle = nextLifecycle(lifecycle, passed, same);
      green = !passed ? 0 : same ? green + 1 : 1;
      assert.equal(lifecycle.consecutive_passes, green);
      assert.equal(lifecycle.state === "closed", green >= 3);
    }
  }));
});

Deno.test("three green runs close a finding, a red one opens it again", async () => {
  await using folder = await homeWithFinding();
  assert.deepEqual(verified(folder.path), ["verifying", 1]);
  assert.deepEqual(verified(folder.path), ["verifying", 2]);
  assert.deepEqual(verified(folder.path), ["closed", 3]);
  assert.deepEqual(verified(folder.path), ["closed", 4]);
  assert.deepEqual(verified(folder.path, { passed: false }), ["open", 0]);
  assert.deepEqual(verified(folder.path, { passed: false }), ["fix-claimed", 0]);
  assert.deepEqual(verified(folder.path, { passed: false }), ["fix-claimed", 0]);
  assert.deepEqual(verified(folder.path), ["verifying", 1]);
});

Deno.test("another case or another definition starts the streak again", async () => {
  await using folder = await homeWithFinding();
  assert.deepEqual(verified(folder.path), ["verifying", 1]);
  assert.deepEqual(verified(folder.path, { probeId: "case-2" }), ["verifying", 1]);
  assert.deepEqual(verified(folder.path, { probeId: "case-2" }), ["verifying", 2]);
  const other = { probeId: "case-2", definitionId: "e".repeat(64) };
  assert.deepEqual(verified(folder.path, other), ["verifying", 1]);
  assert.deepEqual(verified(folder.path, other), ["verifying", 2]);
  assert.deepEqual(verified(folder.path, other), ["closed", 3]);
  assert.deepEqual(verified(folder.path), ["verifying", 1]);
});

Deno.test("a verification is kept in the lifecycle database and copied into the index", async () => {
  await using folder = await homeWithFinding();
  const [lifecycle, database] = [folder.file("lifecycle.db"), folder.file("index.db")];
  const green = run();
  assert.ok(recordVerification(folder.path, green).ok);
  const row = {
    finding_id: FINDING,
    server: "demo",
    tool: "save",
    err_code: '"E1"',
    err_template_id: "aaaaaaaaaaaaaaaa",
    probe_id: "case-1",
    definition_id: DEFINITION,
    state: "verifying",
    consecutive_passes: 1,
    updated_at: "2026-12-01T00:00:00.000Z",
  };
  const history = {
    id: 1,
    finding_id: FINDING,
    probe_id: "case-1",
    passed: 1,
    definition_id: DEFINITION,
    run_id: green.runId,
    ts: "2026-12-01T00:00:00.000Z",
  };
  for (const path of [lifecycle, database]) {
    assert.deepEqual(rows(path, ROW), [row]);
    assert.deepEqual(rows(path, HISTORY), [history]);
    // Rows are copied by position, so the order of the columns counts.
    assert.deepEqual(Object.keys(rows(path, ROW)[0] ?? {}), Object.keys(row));
    assert.deepEqual(Object.keys(rows(path, HISTORY)[0] ?? {}), Object.keys(history));
  }
  assert.deepEqual(
    [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(),
    ["index.db", "lifecycle.db", "store"],
  );
});

Deno.test("a run that comes twice counts once, and not with another result", async () => {
  await using folder = await homeWithFinding();
  const green = run();
  for (const _ of [1, 2]) {
    assert.deepEqual(recordVerification(folder.path, green), {
      ok: true,
      value: { state: "verifying", consecutive_passes: 1 },
    });
  }
  const others: Partial<Verification>[] = [
    { passed: false },
    { probeId: "case-2" },
    { definitionId: "e".repeat(64) },
    { ts: "2026-12-02T00:00:00.000Z" },
  ];
  for (const other of others) {
    assert.deepEqual(recordVerification(folder.path, { ...green, ...other }), {
      ok: false,
      failure: {
        exit: 3,
        message: "this verification was recorded already, with another result",
        causes: [],
      },
    });
  }
  assert.equal(rows(folder.file("lifecycle.db"), HISTORY).length, 1);
});

Deno.test("an unknown finding and a home without an index get no verification", async () => {
  await using folder = await tempFolder();
  const missing = recordVerification(folder.path, run());
  assert.deepEqual(missing.ok || missing.failure.exit, 3);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  assert.deepEqual(
    recordVerification(folder.path, run({ findingId: "finding-0000000000000000" })),
    {
      ok: false,
      failure: {
        exit: 3,
        message: "the finding is not known; run mcpeval promote",
        causes: [],
      },
    },
  );
  assert.deepEqual(rows(folder.file("lifecycle.db"), HISTORY), []);
});

Deno.test("what the index says of a finding is not believed", async () => {
  await using folder = await homeWithFinding();
  assert.deepEqual(verified(folder.path), ["verifying", 1]);
  change(
    folder.file("index.db"),
    "UPDATE finding_lifecycle SET state = 'closed', consecutive_passes = 9",
  );
  assert.deepEqual(verified(folder.path), ["verifying", 2]);
});
