/** `mcpeval diff` as a whole program. */

import assert from "node:assert/strict";
import { mcpeval, tempFolder } from "../cli/run.ts";
import { caseOf, documentOf, type Members, readiness, tool } from "./documents.ts";
import { assertStandsAlone } from "./pages.ts";

function json(more: Members): string {
  return JSON.stringify(documentOf(more));
}

const BASELINE = json({
  cases: [caseOf("a"), caseOf("b", "missing-field")],
  readiness: readiness(91),
  catalog: { tools: [tool("t")] },
});
const CURRENT = json({
  cases: [caseOf("a", "missing-field"), caseOf("b", "value-mismatch")],
  readiness: readiness(84),
  catalog: { tools: [tool("u")] },
});

const TEXT = `\
a          REGRESSED missing-field
b          CHANGED missing-field → value-mismatch
t          catalog BREAKING tool-removed
u          catalog compatible tool-added
readiness  91 → 84
catalog  1 breaking, 0 to review, 1 compatible
1 regressed, 0 fixed, 1 changed, 0 unchanged, 0 removed, 0 added
`;

Deno.test("two files are compared, and no gate is declared", async () => {
  await using folder = await tempFolder();
  await folder.write("baseline.json", BASELINE);
  await folder.write("current.json", CURRENT);
  const ran = await mcpeval(["diff", "baseline.json", "current.json"], { cwd: folder.path });
  assert.deepEqual(ran, { code: 0, stdout: TEXT, stderr: "" });
});

Deno.test("either side may come from standard input", async () => {
  await using folder = await tempFolder();
  const baseline = await folder.write("baseline.json", BASELINE);
  const current = await folder.write("current.json", CURRENT);
  const second = await mcpeval(["diff", baseline, "-"], { stdin: CURRENT });
  assert.deepEqual(second, { code: 0, stdout: TEXT, stderr: "" });
  const first = await mcpeval(["diff", "-", current], { stdin: BASELINE });
  assert.deepEqual(first, { code: 0, stdout: TEXT, stderr: "" });
});

Deno.test("both sides cannot come from standard input", async () => {
  const ran = await mcpeval(["diff", "-", "-"], { stdin: BASELINE });
  assert.equal(ran.code, 2);
  assert.equal(ran.stdout, "");
  assert.match(ran.stderr, /^Error: only one of the two reports can come from standard input\n/);
});

const GATES: [string[], number][] = [
  [["--fail-on-regression"], 1],
  [["--fail-on-change"], 1],
  [["--fail-on-breaking"], 1],
  [["--max-readiness-drop", "6"], 1],
  [["--max-readiness-drop=7"], 0],
];

for (const [options, code] of GATES) {
  Deno.test(`${options.join(" ")} prints the comparison and exits ${code}`, async () => {
    await using folder = await tempFolder();
    const baseline = await folder.write("baseline.json", BASELINE);
    const ran = await mcpeval(["diff", baseline, "-", ...options], { stdin: CURRENT });
    assert.equal(ran.code, code);
    assert.match(ran.stdout, /1 regressed, 0 fixed, 1 changed,/);
    assert.equal(ran.stderr, "");
  });
}

const MISTAKES: [string[], RegExp][] = [
  [["--exclude-latency"], /--exclude-latency needs a limit: add --max-readiness-drop/],
  [["--max-readiness-drop", "101"], /--max-readiness-drop takes a whole number of points/],
  [["--max-readiness-drop", "1.5"], /--max-readiness-drop takes a whole number of points/],
  [["--max-readiness-drop=-1"], /--max-readiness-drop takes a whole number of points/],
  [["--max-readiness-drop", "5", "--exclude-latency"], /has no score_without_latency/],
  [["--format", "sarif"], /--format/],
];

for (const [options, message] of MISTAKES) {
  Deno.test(`${options.join(" ")} exits 2 and prints nothing`, async () => {
    await using folder = await tempFolder();
    const baseline = await folder.write("baseline.json", BASELINE);
    const ran = await mcpeval(["diff", baseline, "-", ...options], { stdin: CURRENT });
    assert.equal(ran.code, 2);
    assert.equal(ran.stdout, "");
    assert.match(ran.stderr, message);
  });
}

const DOCUMENTS: [string, string | null, RegExp][] = [
  [
    "a missing file",
    null,
    /^Error: loading baseline baseline\.json\n\nCaused by:\n {4}reading baseline\.json failed/,
  ],
  [
    "no JSON",
    "{",
    /loading baseline baseline\.json\n\nCaused by:\n {4}0: report document is not valid JSON/,
  ],
  [
    "another document",
    "{}",
    /loading baseline baseline\.json\n\nCaused by:\n {4}0: not a usable probe report/,
  ],
  [
    "another server",
    json({ server: "other" }),
    /^Error: the baseline is of server `other`, the current report of `demo`/,
  ],
];

for (const [name, content, message] of DOCUMENTS) {
  Deno.test(`${name} exits 2 and prints nothing`, async () => {
    await using folder = await tempFolder();
    if (content !== null) await folder.write("baseline.json", content);
    await folder.write("current.json", CURRENT);
    const ran = await mcpeval(["diff", "baseline.json", "current.json"], { cwd: folder.path });
    assert.equal(ran.code, 2);
    assert.equal(ran.stdout, "");
    assert.match(ran.stderr, message);
  });
}

Deno.test("a current report that cannot be used is named as such", async () => {
  await using folder = await tempFolder();
  const baseline = await folder.write("baseline.json", BASELINE);
  const ran = await mcpeval(["diff", baseline, "-"], { stdin: "" });
  assert.equal(ran.code, 2);
  assert.match(ran.stderr, /^Error: loading current -\n\nCaused by:\n {4}0: report document/);
});

Deno.test("--fail-on-breaking with a report without a catalog exits 2", async () => {
  await using folder = await tempFolder();
  const baseline = await folder.write("baseline.json", json({}));
  const ran = await mcpeval(["diff", baseline, "-", "--fail-on-breaking"], { stdin: CURRENT });
  assert.deepEqual([ran.code, ran.stdout], [2, ""]);
  assert.match(ran.stderr, /^Error: the baseline report has no catalog/);
});

Deno.test("each form is printed, also to a file", async () => {
  await using folder = await tempFolder();
  const baseline = await folder.write("baseline.json", BASELINE);
  const args = ["diff", baseline, "-", "--fail-on-change", "--format"];
  const markdown = await mcpeval([...args, "markdown"], { stdin: CURRENT });
  assert.match(markdown.stdout, /^## mcp-eval baseline diff\n\nReadiness: 91 → 84\n\n/);
  const document = await mcpeval([...args, "json"], { stdin: CURRENT });
  assert.equal(JSON.parse(document.stdout).schema, "mcpeval.probe-diff/v2");
  const page = folder.file("diff.html");
  const html = await mcpeval([...args, "html", "--output", page], { stdin: CURRENT });
  assert.deepEqual(html, { code: 1, stdout: "", stderr: "" });
  const written = await Deno.readTextFile(page);
  assertStandsAlone(written);
  assert.match(written, /<p class="verdict fail">A case fails for another reason\.<\/p>/);
});

Deno.test("the plan holds the two reports and nothing else", async () => {
  const { stdout, code } = await mcpeval(["--print-permissions", "diff", "a.json", "-"]);
  assert.equal(code, 0);
  assert.deepEqual(JSON.parse(stdout), {
    engine: null,
    keeper: { read: ["a.json"], write: [], net: [], run: [], env: [] },
  });
});

Deno.test("mcpeval schema diff prints the published schema", async () => {
  const ran = await mcpeval(["schema", "diff"]);
  const file = new URL("../../data/probe-diff.schema.json", import.meta.url);
  assert.deepEqual(ran, { code: 0, stdout: await Deno.readTextFile(file), stderr: "" });
});
