/**
 * Compares with another implementation: MCPEVAL_REFERENCE names its `mcpeval` program. Without it
 * the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { renderFindingsForAgent } from "../../../core/findings/agent.ts";
import type { Finding } from "../../../core/findings/finding.ts";
import { renderFindingsJson } from "../../../core/findings/json.ts";
import { renderFindingsMarkdown } from "../../../core/findings/markdown.ts";
import { readFindings } from "../../../store/findings/read.ts";
import { recordVerification } from "../../../store/lifecycle/lifecycle.ts";
import { mcpeval, type Ran, run, tempFolder } from "../../cli/run.ts";
import { REFERENCE } from "../../report/reference.ts";
import { change, type Journal, journalOf, promoted, rows, writeJournal } from "./journal.ts";
import { journals } from "./random-journal.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

const ignore = REFERENCE === undefined;

function reference(home: string, ...args: string[]): Promise<Ran> {
  const env = { MCPEVAL_HOME: home, RUST_BACKTRACE: "0" };
  return run([REFERENCE ?? ""], args, { env });
}

/** Runs the other program; it has to succeed. @returns its stdout */
async function succeed(home: string, ...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await reference(home, ...args);
  assert.equal(code, 0, stderr);
  return stdout;
}

const ISSUES = `
  SELECT i.*, f.finding_id AS promoted, l.state, l.consecutive_passes, l.err_code AS first_code
  FROM issues i
  LEFT JOIN findings f ON f.issue_id = i.id
  LEFT JOIN finding_lifecycle l ON l.finding_id = i.finding_id
  ORDER BY i.finding_id`;

/** Asserts that two homes have the same issues, but for their row ids. */
function assertSameIssues(ours: string, theirs: string): void {
  const [our, their] = [ours, theirs].map((home) => rows(`${home}/index.db`, ISSUES));
  assert.equal(our?.length, their?.length);
  our?.forEach(({ id: _ours, recency, score, ...issue }, at) => {
    const { id: _theirs, recency: theirRecency, score: theirScore, ...other } = their?.[at] ?? {};
    assert.deepEqual(issue, other);
    // The two programs ran at different times.
    assert.ok(Math.abs(Number(recency) - Number(theirRecency)) < 1e-4);
    assert.ok(Math.abs(Number(score) - Number(theirScore)) < 1e-3);
  });
}

function findingsOf(home: string): Finding[] {
  const outcome = readFindings(home);
  assert.ok(outcome.ok, outcome.ok ? "" : outcome.failure.message);
  return outcome.value;
}

/** A journal in which each class of findings occurs. */
const EVERY_CLASS: Journal = journalOf([0, 1].map(() => [
  { tool: "unstable", code: 2, args: { q: "str<8" } },
  { tool: "unstable", code: 1.5 },
  { tool: "hollow", outcome: "ok" as const, observed: ["false-success"] },
  { tool: "blocked", observed: ["blocked-optimal-path"] },
  { tool: "flaky", retryable: true },
  { tool: "flaky", outcome: "ok" as const },
  { tool: "stuck", retryable: true },
  { tool: "plain", args: { a: { array: 2, items: "uuid" }, b: "enum:x" } },
  { tool: null, code: null },
]));

Deno.test({
  name: "the reference makes the same issues and findings of any journal",
  ignore,
  fn: async () => {
    await fc.assert(
      fc.asyncProperty(journals, async (journal) => {
        await using folder = await tempFolder();
        const [theirs, ours] = [folder.file("theirs"), folder.file("ours")];
        await writeJournal(theirs, journal);
        await succeed(theirs, "index");
        await Deno.mkdir(ours);
        await Deno.copyFile(`${theirs}/index.db`, `${ours}/index.db`);
        const said = await succeed(theirs, "promote", "--threshold", "0.05");
        const { findings, issues } = await promoted(ours, 0.05, new Date());
        assert.ok(said.startsWith(`promoted ${findings} of ${issues} issues`), said);
        assertSameIssues(ours, theirs);
      }),
      { numRuns: 40 },
    );
  },
});

Deno.test({
  name: "the reference prints the same findings, hints apart",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    await writeJournal(folder.path, EVERY_CLASS);
    await succeed(folder.path, "index");
    await succeed(folder.path, "promote", "--threshold", "0");
    const findings = findingsOf(folder.path);
    assert.deepEqual(new Set(findings.map((each) => each.class)).size, 6);
    const without = (text: string) => text.replace(/^(.*hint"?: ).*$/gmi, "$1…");
    const formats = [
      ["agent", renderFindingsForAgent],
      ["md", renderFindingsMarkdown],
      ["json", renderFindingsJson],
    ] as const;
    for (const [format, render] of formats) {
      const theirs = await succeed(folder.path, "findings", "--format", format);
      assert.equal(without(render(findings)), without(theirs));
    }
  },
});

Deno.test({
  name: "a store goes on from one program to the other and back",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    const home = folder.path;
    await writeJournal(home, EVERY_CLASS);
    await succeed(home, "index");
    await succeed(home, "promote", "--threshold", "0");
    const lifecycle = () => rows(`${home}/lifecycle.db`, "SELECT * FROM finding_lifecycle");
    const before = lifecycle();
    await promoted(home, 0, new Date());
    assert.deepEqual(lifecycle(), before);
    const [finding] = findingsOf(home);
    assert.ok(finding !== undefined);
    for (const [number, passed] of [true, true, false, true].entries()) {
      const outcome = recordVerification(home, {
        findingId: finding.finding_id,
        probeId: "case-1",
        definitionId: "d".repeat(64),
        passed,
        runId: `00000000-0000-4000-8000-00000000000${number}`,
        ts: "2026-12-01T00:00:00.000Z",
      });
      assert.ok(outcome.ok);
    }
    const shown = /state=verifying probe=case-1 consecutive_passes=1 /;
    assert.match(await succeed(home, "findings"), shown);
    const after = lifecycle();
    await succeed(home, "index", "--rebuild");
    await succeed(home, "promote", "--threshold", "0");
    assert.match(await succeed(home, "findings"), shown);
    assert.deepEqual(lifecycle(), after);
    await promoted(home, 0, new Date());
    assert.equal(findingsOf(home).find((each) => each.probe_id === "case-1")?.state, "verifying");
    assert.equal(rows(`${home}/lifecycle.db`, "SELECT * FROM probe_history").length, 4);
  },
});

Deno.test({
  name: "the reference joins earlier ids in the same way",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    const homes = [folder.file("theirs"), folder.file("ours")];
    const [theirs = "", ours = ""] = homes;
    await writeJournal(theirs, EVERY_CLASS);
    await succeed(theirs, "index");
    await succeed(theirs, "promote", "--threshold", "0");
    change(
      `${theirs}/lifecycle.db`,
      ["b", "a", "c"].map((name, number) =>
        `INSERT INTO finding_lifecycle VALUES ('finding-${name}', 'demo', 'plain', NULL,
           'aaaaaaaaaaaaaaaa', 'p-${name}', NULL, 'verifying', ${number},
           '${name === "c" ? 2020 : 2030}-01-01T00:00:00.000Z');
         INSERT INTO probe_history (finding_id, probe_id, passed, run_id, ts)
           VALUES ('finding-${name}', 'p-${name}', 1, 'r-${name}', 't');`
      ).join(""),
    );
    await Deno.mkdir(ours);
    for (const name of ["index.db", "lifecycle.db"]) {
      await Deno.copyFile(`${theirs}/${name}`, `${ours}/${name}`);
    }
    await succeed(theirs, "promote", "--threshold", "3");
    await promoted(ours, 3, new Date());
    for (const table of ["finding_lifecycle", "probe_history"]) {
      for (const name of ["index.db", "lifecycle.db"]) {
        const read = (home: string) => rows(`${home}/${name}`, `SELECT * FROM ${table} ORDER BY 1`);
        assert.deepEqual(read(ours), read(theirs));
      }
    }
  },
});

Deno.test({
  name: "the reference generates the same manifests, and exports the same facts",
  ignore,
  fn: async () => {
    await using folder = await tempFolder();
    const home = folder.path;
    await writeJournal(home, EVERY_CLASS);
    await succeed(home, "index");
    await succeed(home, "promote", "--threshold", "0");
    const expect = await folder.write(
      "expect.json",
      '{"outcome":"error","equals":{"a":1.0},"error_code":null}',
    );
    const options = { env: { MCPEVAL_HOME: home } };
    const output = folder.file("made.json");
    for (const { finding_id: id } of findingsOf(home)) {
      for (const more of [[], ["--expect", expect]]) {
        const args = ["--finding", id, "--output", output, "--confirm-read-only", "--force"];
        const made = async (ran: Ran) => [
          ran.code,
          ran.stdout.replace(/^fill the placeholders.*$/m, "fill …"),
          ran.code === 0 ? await Deno.readTextFile(output) : null,
        ];
        const theirs = await made(await reference(home, "generate", ...args, ...more));
        const ours = await made(await mcpeval(["generate", ...args, ...more], options));
        assert.deepEqual(ours, theirs);
      }
    }
    const [theirs, ours] = [folder.file("theirs"), folder.file("ours")];
    const said = await succeed(home, "export-issues", "--dir", theirs);
    const ran = await mcpeval(["export-issues", "--dir", ours], options);
    assert.equal(ran.stdout, said.replace(theirs, ours));
    // The wording around these lines is free.
    const facts = /^- (?:State|Severity|Evidence|Agent cost|Last seen|Shape-level repro|Class): .*/;
    for (const { name } of Deno.readDirSync(theirs)) {
      const factsIn = async (issues: string) =>
        (await Deno.readTextFile(`${issues}/${name}`)).split("\n")
          .filter((line) => facts.test(line) || /^ *mcpeval \w+ --finding/.test(line));
      assert.ok((await factsIn(ours)).length >= 8);
      assert.deepEqual(await factsIn(ours), await factsIn(theirs));
    }
  },
});
