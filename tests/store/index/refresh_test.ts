import assert from "node:assert/strict";
import type { TempFolder } from "../../cli/run.ts";
import { change } from "../findings/journal.ts";
import { append, captured, dump, homeWith, indexed, lines, select, uuid } from "./home.ts";

const A = "calls-2026-03-04.jsonl";
const B = "calls-2026-03-05.jsonl";
const C = "calls-2026-03-06.jsonl";
const NOTES = "annotations-2026-03-05.jsonl";
const note = lines({ ts: "x", event_id: uuid(1001), kind: "workaround", note: "" });

/** A home that was indexed; its first call is marked, so that a rebuild shows by the mark's loss. */
async function markedHome(): Promise<TempFolder> {
  const home = await homeWith({
    [A]: lines(captured(1, 1)),
    [B]: lines(captured(1, 2)),
    [NOTES]: note,
  });
  await indexed(home);
  change(home.file("index.db"), "UPDATE calls SET tool = 'marked' WHERE id = 1");
  return home;
}

function isMarked(home: TempFolder): boolean {
  return select(home, "SELECT tool FROM calls WHERE id = 1")[0]?.["tool"] === "marked";
}

const CONTINUED: [name: string, change: (home: TempFolder) => Promise<unknown>][] = [
  ["nothing changed", () => Promise.resolve()],
  ["the last journal grew", (home) => append(home, B, lines(captured(1, 3)))],
  ["a later journal came", (home) => append(home, C, lines(captured(1, 3)))],
  ["both", async (home) => {
    await append(home, B, lines(captured(1, 3)));
    await append(home, C, lines(captured(1, 4)));
  }],
  ["the last annotations grew", (home) => append(home, NOTES, note)],
  ["an earlier journal has half a line more", (home) => append(home, A, "{")],
  ["a file came that is no journal", (home) => append(home, "other-1.jsonl", "x\n")],
];

for (const [name, act] of CONTINUED) {
  Deno.test(`the index is continued when ${name}`, async () => {
    await using home = await markedHome();
    await act(home);
    const counts = await indexed(home);
    assert.ok(isMarked(home));
    change(home.file("index.db"), "UPDATE calls SET tool = 'save' WHERE id = 1");
    const continued = dump(home);
    assert.deepEqual(await indexed(home, true), counts);
    assert.deepEqual(dump(home), continued);
  });
}

const REBUILT: [name: string, change: (home: TempFolder) => Promise<unknown>][] = [
  ["an earlier journal grew", (home) => append(home, A, lines(captured(1, 3)))],
  ["an earlier journal came", (home) => append(home, "calls-1.jsonl", lines(captured(1, 3)))],
  [
    "a journal came between those that are known",
    (home) => append(home, "calls-2026-03-04b.jsonl", lines(captured(1, 3))),
  ],
  ["an earlier annotation journal came", (home) => append(home, "annotations-1.jsonl", note)],
  ["the last journal is gone", (home) => Deno.remove(home.file(`store/${B}`))],
  ["the annotations are gone", (home) => Deno.remove(home.file(`store/${NOTES}`))],
  ["a journal has other bytes", (home) => home.write(`store/${B}`, lines(captured(1, 3)))],
  ["a journal is shorter", (home) => Deno.truncate(home.file(`store/${B}`), 0)],
  [
    "a journal was renamed",
    (home) => Deno.rename(home.file(`store/${B}`), home.file(`store/${C}`)),
  ],
];

for (const [name, act] of REBUILT) {
  Deno.test(`the index is made anew when ${name}`, async () => {
    await using home = await markedHome();
    await act(home);
    await indexed(home);
    assert.ok(!isMarked(home));
    const made = dump(home);
    await Deno.remove(home.file("index.db"));
    await indexed(home);
    assert.deepEqual(dump(home), made);
  });
}

const FOREIGN: [name: string, sql: string][] = [
  ["of another program", "UPDATE index_checkpoint SET schema_digest = 'x'"],
  ["of another version", "UPDATE index_checkpoint SET version = 2"],
  ["without its checkpoint", "DELETE FROM index_checkpoint"],
  ["without the table of checkpoints", "DROP TABLE index_checkpoint"],
  ["with a column more", "ALTER TABLE calls ADD COLUMN more TEXT"],
  ["without one of its indexes", "DROP INDEX calls_issue"],
  [
    "of a time before events had ids",
    `DROP TABLE windows; DROP TABLE annotations; DROP TABLE calls; DROP TABLE index_events;
    DROP TABLE index_captures; DROP TABLE index_sources; DROP TABLE index_checkpoint;
    CREATE TABLE calls (id INTEGER PRIMARY KEY, ts TEXT NOT NULL, tool TEXT);
    CREATE TABLE windows (failure_id INTEGER REFERENCES calls(id));
    INSERT INTO calls VALUES (1, 'x', 'marked'); INSERT INTO windows VALUES (1)`,
  ],
];

for (const [name, sql] of FOREIGN) {
  Deno.test(`an index ${name} is made anew`, async () => {
    await using home = await markedHome();
    const before = dump(home);
    change(home.file("index.db"), sql);
    await indexed(home);
    assert.ok(!isMarked(home));
    const after = dump(home);
    assert.deepEqual(after["calls"]?.slice(1), before["calls"]?.slice(1));
    assert.deepEqual({ ...after, calls: [] }, { ...before, calls: [] });
    change(home.file("index.db"), "UPDATE calls SET tool = 'marked' WHERE id = 1");
    await indexed(home);
    assert.ok(isMarked(home), "the next refresh continues it");
  });
}

for (const rebuild of [false, true]) {
  const how = rebuild ? "a rebuild" : "a refresh";
  Deno.test(`${how} drops issues and findings, and nothing else that it did not make`, async () => {
    await using home = await markedHome();
    change(
      home.file("index.db"),
      `CREATE TABLE issues (id INTEGER PRIMARY KEY); INSERT INTO issues VALUES (1);
      CREATE TABLE findings (issue_id INTEGER PRIMARY KEY REFERENCES issues(id));
      INSERT INTO findings VALUES (1);
      CREATE TABLE finding_lifecycle (finding_id TEXT PRIMARY KEY, state TEXT);
      INSERT INTO finding_lifecycle VALUES ('finding-1', 'closed');
      CREATE TABLE probe_history (id INTEGER PRIMARY KEY); INSERT INTO probe_history VALUES (7)`,
    );
    await indexed(home, rebuild);
    const tables = select(
      home,
      "SELECT name FROM sqlite_schema WHERE name IN ('issues', 'findings')",
    );
    assert.deepEqual(tables, []);
    assert.deepEqual(select(home, "SELECT * FROM finding_lifecycle"), [
      { finding_id: "finding-1", state: "closed" },
    ]);
    assert.deepEqual(select(home, "SELECT * FROM probe_history"), [{ id: 7 }]);
  });
}

Deno.test("the tables have the columns, keys and indexes of the specification", async () => {
  await using home = await homeWith();
  await indexed(home);
  const columns = (table: string) =>
    select(home, `PRAGMA table_info(${table})`)
      .map(({ name, type, notnull, pk }) =>
        `${name} ${type}${notnull ? " NN" : ""}${pk ? " PK" : ""}`
      )
      .join(", ");
  assert.equal(
    columns("calls"),
    "id INTEGER PK, capture_id TEXT, event_id TEXT, ts TEXT NN, session TEXT NN, seq INTEGER NN, " +
      "server TEXT NN, method TEXT NN, tool TEXT, latency_ms INTEGER, outcome TEXT NN, " +
      "err_code TEXT, err_template TEXT, err_template_id TEXT, err_retryable INTEGER, args TEXT, " +
      "kind TEXT NN",
  );
  assert.equal(
    columns("windows"),
    "failure_id INTEGER NN PK, neighbour_id INTEGER NN PK, offset INTEGER NN",
  );
  assert.equal(
    columns("annotations"),
    "call_id INTEGER, event_id TEXT, session TEXT, seq INTEGER, ts TEXT NN, kind TEXT NN, " +
      "note TEXT NN",
  );
  assert.equal(columns("index_sources"), "path TEXT PK, offset INTEGER NN, digest TEXT NN");
  assert.equal(columns("index_events"), "call_id INTEGER PK, event TEXT NN, digest TEXT NN");
  assert.equal(columns("index_captures"), "capture TEXT PK, session TEXT NN, server TEXT NN");
  assert.equal(
    columns("index_checkpoint"),
    "singleton INTEGER PK, version INTEGER NN, schema_digest TEXT NN, replayed_events INTEGER NN",
  );
  const keys = ["windows", "annotations"].flatMap((table) =>
    select(home, `PRAGMA foreign_key_list(${table})`)
      .map(({ table: to, from, to: column }) => `${table}.${from} -> ${to}.${column}`)
  );
  assert.deepEqual(keys.sort(), [
    "annotations.call_id -> calls.id",
    "windows.failure_id -> calls.id",
    "windows.neighbour_id -> calls.id",
  ]);
  const indexes = ["calls", "annotations", "index_events"].flatMap((table) =>
    select(home, `PRAGMA index_list(${table})`).map(({ name, unique, partial }) => {
      const names = select(home, `PRAGMA index_info(${name})`).map((row) => row["name"]).join();
      return `${unique ? "unique " : ""}${name}(${names})${partial ? " partial" : ""}`;
    })
  );
  assert.deepEqual(indexes.sort(), [
    "annotations_call(call_id)",
    "calls_coordinates(session,seq)",
    "calls_failures(id) partial",
    "calls_issue(server,tool,err_code,err_template_id)",
    "unique calls_capture_sequence(capture_id,seq) partial",
    "unique calls_event(event_id)",
  ]);
});
