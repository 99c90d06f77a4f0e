import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { loadFindings, readFindings } from "../../../store/findings/read.ts";
import { tempFolder } from "../../cli/run.ts";
import { change, index, OTHER_TEMPLATE, promoted } from "./journal.ts";

Deno.test("a finding has every member of the document, in its order", async () => {
  await using folder = await tempFolder();
  const call = { code: -32_001, retryable: true, args: { q: "str<8" } };
  await index(folder.path, [[call], [call]]);
  await promoted(folder.path);
  const state = loadFindings(folder.path);
  assert.ok(state.kind === "findings");
  const [finding] = state.findings;
  assert.ok(finding !== undefined);
  assert.deepEqual(Object.entries(finding).filter(([name]) => name !== "hint"), [
    ["finding_id", "finding-c51a0331c38ffd99"],
    ["state", "open"],
    ["probe_id", null],
    ["consecutive_passes", 0],
    ["server", "demo"],
    ["tool", "save"],
    ["err_code", -32_001],
    ["err_codes", [-32_001]],
    ["err_template_id", "aaaaaaaaaaaaaaaa"],
    ["failures", 2],
    ["calls", 2],
    ["sessions", 2],
    ["last_seen", "2026-11-30T12:00:00Z"],
    ["cost", 1],
    ["blast", 1],
    ["rate", 1],
    ["confidence", 0.3423802275066531],
    ["recency", 1],
    ["score", 0.3423802275066531],
    ["threshold", 0.324250563780762],
    ["severity", "low"],
    ["class", "retry-did-not-recover"],
    ["retryable", true],
    ["repro", { q: "str<8" }],
  ]);
  assert.match(finding.hint, /^the error promises that a retry helps/);
  assert.deepEqual(Object.keys(finding).slice(-3), ["retryable", "hint", "repro"]);
});

Deno.test("findings come by score, then by server, tool, code and message", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [
    ...["b", "a"].flatMap((tool) => [[{ tool }], [{ tool }]]),
    [{ server: "z", tool: "a" }],
    [{ server: "z", tool: "a" }],
    [{ tool: "c", code: undefined }, { tool: "c", template: OTHER_TEMPLATE }],
    [{ tool: "c", code: undefined }, { tool: "c", template: OTHER_TEMPLATE }],
    [{ tool: "d", ts: "2026-11-29T12:00:00.000Z" }],
    [{ tool: "d", ts: "2026-11-29T12:00:00.000Z" }],
  ]);
  await promoted(folder.path, 0);
  const state = loadFindings(folder.path);
  assert.ok(state.kind === "findings");
  assert.deepEqual(
    state.findings.map(({ server, tool, err_code }) => `${server}/${tool} ${err_code}`),
    ["demo/a E1", "demo/b E1", "z/a E1", "demo/d E1", "demo/c null", "demo/c E1"],
  );
});

Deno.test("nothing indexed, nothing promoted, nothing found", async () => {
  await using folder = await tempFolder();
  assert.deepEqual(loadFindings(folder.path), { kind: "missing" });
  await index(folder.path, []);
  assert.deepEqual(loadFindings(folder.path), { kind: "missing" });
  assert.deepEqual(readFindings(folder.path), {
    ok: false,
    failure: {
      exit: 3,
      message: "nothing was promoted yet; run mcpeval index and mcpeval promote",
      causes: [],
    },
  });
  await promoted(folder.path);
  assert.deepEqual(loadFindings(folder.path), { kind: "findings", findings: [] });
  assert.deepEqual(readFindings(folder.path), { ok: true, value: [] });
});

/** What is set in the index, or done to it. */
const BROKEN = [
  "UPDATE issues SET finding_id = 'SECRET'",
  "UPDATE issues SET class = 'SECRET'",
  "UPDATE issues SET severity = 'SECRET'",
  "UPDATE issues SET server = 'SECRET server'",
  "UPDATE issues SET tool = 'SECRET tool'",
  "UPDATE issues SET err_code = 'SECRET'",
  "UPDATE issues SET err_codes = '{}'",
  "UPDATE issues SET err_template_id = 'SECRET'",
  "UPDATE issues SET failures = -1",
  "UPDATE issues SET failures = 9007199254740993",
  "UPDATE issues SET score = 'SECRET'",
  "UPDATE issues SET last_seen = 'SECRET'",
  "UPDATE issues SET args = '{'",
  "UPDATE finding_lifecycle SET probe_id = 'SECRET probe'",
  "PRAGMA ignore_check_constraints = 1; UPDATE finding_lifecycle SET state = 'SECRET'",
  "DELETE FROM finding_lifecycle",
  "DROP TABLE finding_lifecycle",
  "DROP TABLE findings; CREATE TABLE findings (x)",
];

Deno.test("an index that breaks its grammar is unusable and not quoted", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  const path = folder.file("index.db");
  for (const sql of BROKEN) {
    await promoted(folder.path);
    change(path, sql);
    const state = loadFindings(folder.path);
    assert.ok(state.kind === "unusable", sql);
    assert.ok(state.reason.startsWith(path), state.reason);
    assert.ok(!state.reason.includes("SECRET"));
    if (sql.includes("failures")) {
      const remedy = "run mcpeval index and mcpeval promote again";
      assert.equal(state.reason, `${path} holds a finding that breaks its grammar; ${remedy}`);
    }
  }
  await Deno.writeTextFile(path, "SECRET".repeat(1000));
  assert.deepEqual(loadFindings(folder.path), {
    kind: "unusable",
    reason: `${path}: it is not a database; move it away`,
  });
});

Deno.test("what a writer left half-written is not shown, and the next writer undoes it", async () => {
  await using folder = await tempFolder();
  const [whole, torn] = [folder.file("whole"), folder.file("torn")];
  await index(whole, [[{}], [{}]]);
  await promoted(whole);
  await Deno.mkdir(torn);
  // Copied in the middle of a transaction, the files look like after a crash.
  const writer = new DatabaseSync(`${whole}/index.db`);
  writer.exec("PRAGMA cache_size = 1; BEGIN IMMEDIATE; UPDATE issues SET severity = 'high'");
  writer.exec("UPDATE calls SET server = 'other'; UPDATE calls SET server = 'another'");
  for (const name of ["index.db", "index.db-journal", "lifecycle.db"]) {
    await Deno.copyFile(`${whole}/${name}`, `${torn}/${name}`);
  }
  writer.close();
  assert.deepEqual(loadFindings(torn), {
    kind: "unusable",
    reason:
      `${torn}/index.db: its writer was interrupted; run mcpeval index and mcpeval promote, which mend it`,
  });
  await promoted(torn);
  const state = loadFindings(torn);
  assert.ok(state.kind === "findings");
  const [finding] = state.findings;
  assert.deepEqual([finding?.severity, finding?.server], ["low", "demo"]);
});

Deno.test("codes and shapes of any writer are projected", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  change(
    folder.file("index.db"),
    `UPDATE issues SET err_code = '"some prose"', err_codes = '["some prose",{"a":1,"b":2}]',
       args = '{"me@home":"free text of a user"}'`,
  );
  const state = loadFindings(folder.path);
  assert.ok(state.kind === "findings");
  const [finding] = state.findings;
  assert.equal(finding?.err_code, "str<32");
  assert.deepEqual(finding?.err_codes, ["str<32", { object: 2 }]);
  assert.deepEqual(finding?.repro, { "str<8": "str<32" });
});
