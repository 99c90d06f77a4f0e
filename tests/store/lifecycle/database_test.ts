import assert from "node:assert/strict";
import { recordVerification } from "../../../store/lifecycle/lifecycle.ts";
import { tempFolder } from "../../cli/run.ts";
import { change, index, promoted, promoteFailure, rows } from "../findings/journal.ts";

const FINDING = "finding-c51a0331c38ffd99";
const ROW = "SELECT * FROM finding_lifecycle ORDER BY finding_id";
const HISTORY = "SELECT finding_id, probe_id, definition_id, run_id FROM probe_history ORDER BY id";

/** What programs before there was a lifecycle database kept in the index. */
const LEGACY = `
  CREATE TABLE finding_lifecycle (
    finding_id TEXT PRIMARY KEY, server TEXT NOT NULL, tool TEXT, err_code TEXT,
    err_template_id TEXT, probe_id TEXT, state TEXT NOT NULL,
    consecutive_passes INTEGER NOT NULL DEFAULT 0, updated_at TEXT NOT NULL
  );
  CREATE TABLE probe_history (
    id INTEGER PRIMARY KEY, finding_id TEXT NOT NULL, probe_id TEXT NOT NULL,
    passed INTEGER NOT NULL, ts TEXT NOT NULL
  );
  INSERT INTO finding_lifecycle VALUES (
    '${FINDING}', 'demo', 'save', '"E0"', 'aaaaaaaaaaaaaaaa', 'case-1', 'verifying', 2,
    '2020-01-01T00:00:00.000Z'
  );
  INSERT INTO probe_history VALUES (7, '${FINDING}', 'case-1', 1, '2020-01-01T00:00:00.000Z');`;

Deno.test("the schema has a version, and its columns an order", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  const path = folder.file("lifecycle.db");
  assert.deepEqual(rows(path, "PRAGMA user_version"), [{ user_version: 1 }]);
  const columns = (table: string) =>
    rows(path, 'SELECT name, type, "notnull", pk FROM pragma_table_info(?)', table)
      .map((row) => Object.values(row).join(" "));
  assert.deepEqual(columns("finding_lifecycle"), [
    "finding_id TEXT 0 1",
    "server TEXT 1 0",
    "tool TEXT 0 0",
    "err_code TEXT 0 0",
    "err_template_id TEXT 0 0",
    "probe_id TEXT 0 0",
    "definition_id TEXT 0 0",
    "state TEXT 1 0",
    "consecutive_passes INTEGER 1 0",
    "updated_at TEXT 1 0",
  ]);
  assert.deepEqual(columns("probe_history"), [
    "id INTEGER 0 1",
    "finding_id TEXT 1 0",
    "probe_id TEXT 1 0",
    "passed INTEGER 1 0",
    "definition_id TEXT 0 0",
    "run_id TEXT 0 0",
    "ts TEXT 1 0",
  ]);
  assert.deepEqual(columns("evidence_metadata"), ["key TEXT 0 1", "value TEXT 1 0"]);
  assert.throws(() => change(path, "UPDATE finding_lifecycle SET state = 'mended'"), /CHECK/);
});

Deno.test("evidence of an index from before is taken over once, without its proofs", async () => {
  await using folder = await tempFolder();
  const [lifecycle, database] = [folder.file("lifecycle.db"), folder.file("index.db")];
  await index(folder.path, [[{}], [{}]]);
  change(database, LEGACY);
  await promoted(folder.path);
  const row = {
    finding_id: FINDING,
    server: "demo",
    tool: "save",
    err_code: '"E0"',
    err_template_id: "aaaaaaaaaaaaaaaa",
    probe_id: "case-1",
    definition_id: null,
    state: "verifying",
    consecutive_passes: 2,
    updated_at: "2020-01-01T00:00:00.000Z",
  };
  const run = { finding_id: FINDING, probe_id: "case-1", definition_id: null, run_id: null };
  for (const path of [lifecycle, database]) {
    assert.deepEqual(rows(path, ROW), [row]);
    assert.deepEqual(rows(path, HISTORY), [run]);
  }
  assert.deepEqual(rows(lifecycle, "SELECT * FROM evidence_metadata"), [
    { key: "legacy-imported", value: "1" },
  ]);
  change(database, "UPDATE finding_lifecycle SET state = 'closed', definition_id = 'd'");
  await promoted(folder.path);
  assert.deepEqual(rows(database, ROW), [row]);
});

Deno.test("proofs that an index holds are not taken over", async () => {
  await using folder = await tempFolder();
  const [lifecycle, database] = [folder.file("lifecycle.db"), folder.file("index.db")];
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  change(
    database,
    `UPDATE finding_lifecycle SET probe_id = 'case-1', definition_id = 'd', state = 'closed';
     INSERT INTO probe_history VALUES (1, '${FINDING}', 'case-1', 1, 'd', 'r', 't')`,
  );
  await Deno.remove(lifecycle);
  await promoted(folder.path);
  const [row] = rows(lifecycle, ROW);
  assert.deepEqual([row?.["state"], row?.["definition_id"]], ["closed", null]);
  assert.deepEqual(rows(lifecycle, HISTORY), [
    { finding_id: FINDING, probe_id: "case-1", definition_id: null, run_id: null },
  ]);
});

Deno.test("a database without a version gets one and keeps its rows", async () => {
  await using folder = await tempFolder();
  const path = folder.file("lifecycle.db");
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  change(path, "UPDATE finding_lifecycle SET state = 'closed'; PRAGMA user_version = 0");
  await promoted(folder.path);
  assert.deepEqual(rows(path, "PRAGMA user_version"), [{ user_version: 1 }]);
  assert.equal(rows(path, ROW)[0]?.["state"], "closed");
  await Deno.writeFile(path, new Uint8Array());
  await promoted(folder.path);
  assert.equal(rows(path, ROW).length, 1);
});

Deno.test("a newer database is refused and stays as it is, byte for byte", async () => {
  await using folder = await tempFolder();
  const path = folder.file("lifecycle.db");
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  change(path, "PRAGMA user_version = 2");
  const before = await Deno.readFile(path);
  assert.equal(
    await promoteFailure(folder.path),
    `${path} was written by a newer version of mcpeval; use that one`,
  );
  assert.deepEqual(await Deno.readFile(path), before);
});

Deno.test("ids of earlier programs are joined under the present one", async () => {
  await using folder = await tempFolder();
  const [lifecycle, database] = [folder.file("lifecycle.db"), folder.file("index.db")];
  const observed = ["false-success"];
  await index(folder.path, [
    [{}, { tool: "x", template: null }, { tool: "x", outcome: "ok", observed }],
    [{}, { tool: "x", template: null }, { tool: "x", outcome: "ok", observed }],
  ]);
  await promoted(folder.path, 0);
  const insert = (id: string, template: string, state: string, updated: string) =>
    `INSERT INTO finding_lifecycle VALUES
       ('${id}', 'demo', 'save', '"E9"', '${template}', 'p-${id}', 'd', '${state}', 1, '${updated}');
     INSERT INTO probe_history (finding_id, probe_id, passed, run_id, ts)
       VALUES ('${id}', 'p-${id}', 1, 'r-${id}', 't');`;
  change(
    lifecycle,
    insert("finding-old", "aaaaaaaaaaaaaaaa", "fix-claimed", "2020-01-01T00:00:00.000Z") +
      insert("finding-b", "aaaaaaaaaaaaaaaa", "closed", "2099-01-01T00:00:00.000Z") +
      insert("finding-a", "aaaaaaaaaaaaaaaa", "verifying", "2099-01-01T00:00:00.000Z") +
      insert("finding-other", "bbbbbbbbbbbbbbbb", "closed", "2099-01-01T00:00:00.000Z"),
  );
  // Also below the threshold.
  assert.equal((await promoted(folder.path, 50)).findings, 0);
  assert.deepEqual(
    rows(database, ROW).map(({ finding_id, probe_id, state }) => [finding_id, probe_id, state]),
    [
      // A failure without a message is not joined with the false success of its tool.
      ["finding-523dbd8732f8ae0e", null, "open"],
      ["finding-7e2529dd29976a5a", null, "open"],
      [FINDING, "p-finding-a", "verifying"],
      ["finding-other", "p-finding-other", "closed"],
    ],
  );
  assert.deepEqual(
    rows(lifecycle, HISTORY).map(({ finding_id, run_id }) => [finding_id, run_id]),
    [
      [FINDING, "r-finding-old"],
      [FINDING, "r-finding-b"],
      [FINDING, "r-finding-a"],
      ["finding-other", "r-finding-other"],
    ],
  );
  await promoted(folder.path, 0);
  assert.equal(rows(lifecycle, ROW).length, 4);
});

Deno.test("an index that is damaged is what the error names, and the evidence stays", async () => {
  const run = {
    findingId: FINDING,
    probeId: "case-1",
    definitionId: "d".repeat(64),
    passed: true,
    runId: "00000000-0000-4000-8000-000000000001",
    ts: "2026-11-30T12:00:00.000Z",
  };
  for (const table of ["finding_lifecycle", "probe_history"]) {
    await using folder = await tempFolder();
    const [lifecycle, database] = [folder.file("lifecycle.db"), folder.file("index.db")];
    await index(folder.path, [[{}], [{}]]);
    await promoted(folder.path);
    const before = rows(lifecycle, ROW);
    await damageTable(database, table);
    const message = `${database}: it is damaged; move it away`;
    assert.equal(await promoteFailure(folder.path), message);
    const outcome = recordVerification(folder.path, run);
    assert.equal(!outcome.ok && outcome.failure.message, message);
    assert.deepEqual(rows(lifecycle, ROW), before);
    assert.deepEqual(rows(lifecycle, HISTORY), []);
    // The same where the evidence would be taken over.
    await Deno.remove(lifecycle);
    assert.equal(await promoteFailure(folder.path), message);
  }
});

Deno.test("an index whose evidence cannot be taken over is what the error names", async () => {
  await using folder = await tempFolder();
  const database = folder.file("index.db");
  await index(folder.path, [[{}], [{}]]);
  change(database, LEGACY.replace("'verifying'", "'SECRET'"));
  assert.equal(
    await promoteFailure(folder.path),
    `${database}: it does not hold what mcpeval keeps there; move it away`,
  );
});

Deno.test("a damaged database is refused and stays as it is, byte for byte", async () => {
  await using folder = await tempFolder();
  const path = folder.file("lifecycle.db");
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  await damageTable(path, "finding_lifecycle");
  const before = await Deno.readFile(path);
  assert.equal(
    await promoteFailure(folder.path),
    `${path}: it is damaged; restore a copy of it (without it, what was verified of findings is lost)`,
  );
  assert.deepEqual(await Deno.readFile(path), before);
});

/** Puts zeros where a table begins. */
async function damageTable(path: string, table: string): Promise<void> {
  const sql = "SELECT rootpage AS page FROM sqlite_schema WHERE name = ?";
  const page = Number(rows(path, sql, table)[0]?.["page"]);
  const bytes = await Deno.readFile(path);
  await Deno.writeFile(path, bytes.fill(0, 4096 * (page - 1), 4096 * page));
}
