import assert from "node:assert/strict";
import { DatabaseSync } from "node:sqlite";
import { loadFindings, readFindings } from "../../../store/findings/read.ts";
import { tempFolder } from "../../cli/run.ts";
import {
  type CallOptions,
  change,
  index,
  NOW,
  OTHER_TEMPLATE,
  promoted,
  promoteFailure,
  rows,
} from "./journal.ts";

const OK = { outcome: "ok" } as const;

/** The one issue that captures lead to. */
async function issueOf(captures: CallOptions[][]) {
  await using folder = await tempFolder();
  await index(folder.path, captures);
  await promoted(folder.path, 0);
  const [issue, ...more] = rows(folder.file("index.db"), "SELECT * FROM issues");
  assert.deepEqual(more, []);
  assert.ok(issue !== undefined);
  return issue;
}

Deno.test("every class is reached from a journal", async () => {
  const retry = { retryable: true };
  const journals: [captures: CallOptions[][], expected: string][] = [
    [[[{ code: 1 }], [{ code: 2 }]], "unstable-error-code"],
    [[[{ code: null }], [{ code: 1 }]], "unstable-error-code"],
    [[[{ observed: ["false-success"] }], [{}]], "false-success"],
    [[[{ ...OK, observed: ["false-success"] }], [OK]], "false-success"],
    [[[{ observed: ["blocked-optimal-path"] }], [{}]], "blocked-optimal-path"],
    [[[{ observed: ["workaround"] }], [{}]], "recurring-error"],
    [[[retry, OK], [retry]], "recovers-on-retry"],
    [[[retry, { tool: "x", ...OK }], [retry]], "retry-did-not-recover"],
    [[[OK, retry], [retry]], "retry-did-not-recover"],
    [[[retry, OK], [{}]], "recurring-error"],
    [[[retry, OK], [{ retryable: false }]], "recurring-error"],
    [[[{}], [{ code: undefined }]], "recurring-error"],
  ];
  for (const [captures, expected] of journals) {
    assert.equal((await issueOf(captures)).class, expected, JSON.stringify(captures));
  }
});

Deno.test("a retry works within three calls of the failure, not in the fourth", async () => {
  const other = { tool: "x", ...OK };
  const retry = { retryable: true };
  assert.equal((await issueOf([[retry, other, other, OK]])).class, "recovers-on-retry");
  assert.equal((await issueOf([[retry, other, other, other, OK]])).class, "retry-did-not-recover");
});

Deno.test("an issue's figures come from its calls and their windows", async () => {
  const at = (time: string) => `2026-11-30T0${time}Z`;
  const issue = await issueOf([
    // Five before and three after are a window; the first and the last are outside of it.
    [
      { ...OK, tool: "far" },
      { ...OK, tool: "a" },
      { ...OK, tool: "a" },
      { ...OK, tool: null, method: "tools/list" },
      { ...OK, tool: "b", kind: "synthetic" },
      { outcome: "unknown" },
      { code: -1, ts: at("1:00:00.250"), args: { second: "str<8" } },
      OK,
      { ...OK, tool: "c" },
      OK,
      { ...OK, tool: "far" },
    ],
    [{ code: -2, ts: at("2:00:00"), args: { later: "null" } }, OK],
    [{ code: -2, ts: at("1:30:00") }],
    [{ code: -1, kind: "synthetic" }, { code: -1, method: "prompts/get" }],
  ]);
  assert.deepEqual(issue, {
    id: 1,
    finding_id: "finding-c51a0331c38ffd99",
    server: "demo",
    tool: "save",
    err_code: "-2",
    err_codes: "[-1,-2]",
    err_template_id: "aaaaaaaaaaaaaaaa",
    class: "unstable-error-code",
    failures: 3,
    calls: 7,
    sessions: 3,
    last_seen: "2026-11-30T02:00:00Z",
    // Turns 8, 2 and 1: seven of the eight neighbors are real.
    cost: 2,
    // save, a, b, c
    blast: 4,
    rate: 3 / 7,
    confidence: issue["confidence"],
    recency: issue["recency"],
    score: issue["score"],
    threshold: 0,
    severity: "medium",
    args: '{"second":"str<8"}',
    retryable: null,
  });
  assert.equal(Number(issue["confidence"]).toFixed(6), "0.158220");
  assert.equal(Number(issue["recency"]).toFixed(6), "0.979582");
});

Deno.test("codes are no part of a group, messages are, and so is a message that is missing", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [
    [{ code: 1 }, { code: 2 }, { template: OTHER_TEMPLATE }, { template: null }],
    [{ tool: "other" }, { ...OK, observed: ["false-success"] }],
    [{ server: "other" }],
  ]);
  await promoted(folder.path, 0);
  const issues = rows(
    folder.file("index.db"),
    "SELECT server, tool, err_template_id, class, failures FROM issues ORDER BY id",
  );
  assert.deepEqual(issues.map((issue) => Object.values(issue).join(" ")), [
    "demo other aaaaaaaaaaaaaaaa recurring-error 1",
    "demo save  recurring-error 1",
    "demo save aaaaaaaaaaaaaaaa unstable-error-code 2",
    "demo save bbbbbbbbbbbbbbbb recurring-error 1",
    "demo save  false-success 1",
    "other save aaaaaaaaaaaaaaaa recurring-error 1",
  ]);
});

Deno.test("the most frequent code is an issue's, the first in byte order among equals", async () => {
  const codes = (...list: (number | string)[]) => [list.map((code) => ({ code }))];
  assert.equal((await issueOf(codes(3, 7, 7))).err_code, "7");
  assert.equal((await issueOf(codes(7, 3, "Z", "Z", 3, 7))).err_code, '"Z"');
});

Deno.test("a false success costs one turn and has neither code nor message", async () => {
  const issue = await issueOf([
    [{ ...OK, tool: "x" }, { ...OK, observed: ["false-success"], args: { a: "str<8" } }],
    [OK, { ...OK, observed: ["false-success"] }],
  ]);
  const { cost, blast, err_code, err_codes, err_template_id, retryable, failures, calls } = issue;
  assert.deepEqual(
    { cost, blast, err_code, err_codes, err_template_id, retryable, failures, calls },
    {
      cost: 1,
      blast: 1,
      err_code: null,
      err_codes: "[]",
      err_template_id: null,
      retryable: null,
      failures: 2,
      calls: 3,
    },
  );
  assert.equal(issue["args"], '{"a":"str<8"}');
});

Deno.test("one session is no finding, and neither is too low a score", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [
    [{}, {}, {}],
    [{ tool: "twice" }],
    [{ tool: "twice" }],
    [{ tool: "old", ts: "2025-11-30T12:00:00.000Z" }],
    [{ tool: "old", ts: "2025-11-30T12:00:00.000Z" }],
  ]);
  assert.deepEqual(await promoted(folder.path), {
    findings: 1,
    issues: 3,
    oneSession: 1,
    below: 1,
    threshold: 0.324250563780762,
  });
  assert.deepEqual(await promoted(folder.path, 0), {
    findings: 2,
    issues: 3,
    oneSession: 1,
    below: 0,
    threshold: 0,
  });
  await folder.write("config.json", '{"promotion_threshold":9}');
  assert.deepEqual(await promoted(folder.path), {
    findings: 0,
    issues: 3,
    oneSession: 1,
    below: 2,
    threshold: 9,
  });
});

Deno.test("a score that equals the threshold is promoted", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path, 0);
  const [issue] = rows(folder.file("index.db"), "SELECT score FROM issues");
  assert.equal((await promoted(folder.path, Number(issue?.["score"]))).findings, 1);
});

Deno.test("a failure in the future counts as one of now", async () => {
  const issue = await issueOf([[{ ts: "2027-01-01T00:00:00.000Z" }]]);
  assert.equal(issue["recency"], 1);
});

Deno.test("severity is low, medium or high by the score, and a probe lifts the cap", async () => {
  await using folder = await tempFolder();
  const [database, lifecycle] = [folder.file("index.db"), folder.file("lifecycle.db")];
  await index(folder.path, [[{}], [{}]]);
  const severity = () => rows(database, "SELECT severity FROM issues")[0]?.["severity"];
  // The score is 0.342380.
  await promoted(folder.path);
  assert.equal(severity(), "low");
  await promoted(folder.path, 0.08);
  assert.equal(severity(), "medium");
  change(lifecycle, "UPDATE finding_lifecycle SET probe_id = 'case-1'");
  await promoted(folder.path, 0.08);
  assert.equal(severity(), "high");
  await promoted(folder.path, 0.1);
  assert.equal(severity(), "medium");
});

Deno.test("a new finding is open, and a promotion leaves what is known of others", async () => {
  await using folder = await tempFolder();
  const lifecycle = folder.file("lifecycle.db");
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  assert.deepEqual(rows(lifecycle, "SELECT * FROM finding_lifecycle"), [{
    finding_id: "finding-c51a0331c38ffd99",
    server: "demo",
    tool: "save",
    err_code: '"E1"',
    err_template_id: "aaaaaaaaaaaaaaaa",
    probe_id: null,
    definition_id: null,
    state: "open",
    consecutive_passes: 0,
    updated_at: "2026-11-30T12:00:00.000Z",
  }]);
  change(lifecycle, "UPDATE finding_lifecycle SET state = 'closed', consecutive_passes = 4");
  await promoted(folder.path, null, new Date("2026-12-01T00:00:00.000Z"));
  const after = rows(folder.file("index.db"), "SELECT * FROM finding_lifecycle");
  assert.deepEqual(after, rows(lifecycle, "SELECT * FROM finding_lifecycle"));
  assert.deepEqual([after[0]?.["state"], after[0]?.["updated_at"]], ["closed", NOW.toISOString()]);
});

Deno.test("what cannot be promoted is exit 3, and the findings stay as they were", async () => {
  await using folder = await tempFolder();
  assert.equal(
    await promoteFailure(folder.path),
    `${folder.file("index.db")} does not exist; run mcpeval index first`,
  );
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  const before = readFindings(folder.path);
  change(folder.file("index.db"), "UPDATE calls SET ts = 'unknown'");
  const place = (session: number) => `session:${String(session).padStart(64, "0")} with seq 1`;
  const untimed = (session: number) =>
    `the call of ${
      place(session)
    } has no valid timestamp; remove its line from the call journal, ` +
    "then run mcpeval index again";
  assert.equal(await promoteFailure(folder.path), untimed(0));
  assert.deepEqual(readFindings(folder.path), before);
  // Valid, but not in UTC: the findings could not be read back.
  change(folder.file("index.db"), `UPDATE calls SET ts = '${NOW.toISOString()}'`);
  for (const ts of ["9999-12-31T23:59:59-01:00", "0000-01-01T00:00:00+01:00"]) {
    change(folder.file("index.db"), `UPDATE calls SET ts = '${ts}' WHERE id = 2`);
    assert.equal(await promoteFailure(folder.path), untimed(1));
    assert.deepEqual(readFindings(folder.path), before);
  }
  change(folder.file("index.db"), "UPDATE calls SET ts = 'unknown', outcome = 'ok'");
  assert.equal((await promoted(folder.path)).issues, 0);
  change(folder.file("index.db"), "DROP TABLE windows; DROP TABLE annotations; DROP TABLE calls");
  assert.equal(
    await promoteFailure(folder.path),
    `${folder.file("index.db")} holds no calls; run mcpeval index first`,
  );
});

Deno.test("a false success without a valid timestamp is named like a failure", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}, { outcome: "ok", observed: ["false-success"] }]]);
  change(folder.file("index.db"), "UPDATE calls SET ts = 'unknown' WHERE outcome = 'ok'");
  assert.match(await promoteFailure(folder.path), /^the call of session:0{63}1 with seq 2 has no /);
});

Deno.test("databases that cannot be used are exit 3 and stay as they are", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  for (const name of ["lifecycle.db", "index.db"]) {
    const path = folder.file(name);
    const sound = await Deno.readFile(path);
    for (const broken of [new TextEncoder().encode("SECRET".repeat(1000)), sound.slice(0, 5000)]) {
      await Deno.writeFile(path, broken);
      const message = await promoteFailure(folder.path);
      assert.ok(message.startsWith(path), message);
      assert.ok(!message.includes("SECRET"));
      assert.deepEqual(await Deno.readFile(path), broken);
    }
    await Deno.writeFile(path, sound);
  }
  assert.equal((await promoted(folder.path)).findings, 1);
});

Deno.test("a database that another process writes to is named, and nothing is lost", async () => {
  await using folder = await tempFolder();
  await index(folder.path, [[{}], [{}]]);
  await promoted(folder.path);
  const path = folder.file("lifecycle.db");
  const other = new DatabaseSync(path);
  other.exec("BEGIN IMMEDIATE");
  try {
    assert.equal(
      await promoteFailure(folder.path),
      `${path}: another process is using it; try again`,
    );
  } finally {
    other.close();
  }
  const state = loadFindings(folder.path);
  assert.equal(state.kind, "findings");
  assert.equal((await promoted(folder.path)).findings, 1);
});
