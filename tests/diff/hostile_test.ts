import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import type { ProbeDiff } from "../../core/report/diff/document.ts";
import { renderDiffHtml } from "../../core/report/diff/html.ts";
import { renderDiffMarkdown } from "../../core/report/diff/markdown.ts";
import { requireOneServer } from "../../core/report/diff/server.ts";
import { renderDiffText } from "../../core/report/diff/text.ts";
import { renderJson } from "../../core/report/json.ts";
import { COMMAND, TRICKS } from "../report/hostile.ts";
import { caseOf, readiness, report } from "./documents.ts";
import { assertStandsAlone } from "./pages.ts";

/** Ids and standards that try to be markup, or to hide. */
const HOSTILE: ProbeDiff = diffReports(
  report({
    cases: TRICKS.flatMap((trick) => [caseOf(trick), caseOf(`gone${trick}`)]),
    readiness: readiness(1, { standard: TRICKS.join("") }),
  }),
  report({
    cases: TRICKS.flatMap((trick) => [caseOf(trick, "missing-field"), caseOf(`new${trick}`)]),
    readiness: readiness(1),
  }),
);

/** What no line may hold: control and format characters, line separators, lone surrogates. */
const HIDDEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u;

Deno.test("the text keeps one line per case, with nothing hidden in it", () => {
  const lines = renderDiffText(HOSTILE).split("\n");
  for (const line of lines) assert.doesNotMatch(line, COMMAND);
  assert.equal(lines.pop(), "");
  assert.equal(lines.length, 3 * TRICKS.length + 3);
  for (const line of lines) assert.doesNotMatch(line, HIDDEN);
  assert.ok(lines.some((line) => /^\\u\{1b\}\[31mred\\u\{7\}\\u\{0\} +REGRESSED /.test(line)));
});

Deno.test("in Markdown a hostile id is code in one cell", () => {
  const lines = renderDiffMarkdown(HOSTILE).split("\n");
  for (const line of lines) assert.doesNotMatch(line, COMMAND);
  const rows = lines.filter((line) => line.startsWith("| ")).slice(2);
  assert.equal(rows.length, 3 * TRICKS.length);
  for (const row of rows) {
    assert.doesNotMatch(row, HIDDEN);
    assert.equal(row.split("|").length, 6, row);
    const [, id = ""] = row.split("|");
    assert.match(id, /^ (?:`[^`]*`|[A-Za-z0-9_.:-]*) $/);
  }
  assert.ok(rows.includes(
    "| `<script>alert(1)</script>` | **regressed** (`missing-field`) | pass | fail (`missing-field`) |",
  ));
  assert.ok(rows.some((row) => row.startsWith("| `a \\u{7c} b \\u{7c} c` | **regressed**")));
  assert.ok(lines.some((line) => line.startsWith("Readiness: not comparable (`<script>")));
});

Deno.test("in HTML a hostile id is text", () => {
  const page = renderDiffHtml(HOSTILE, { server: TRICKS.join(""), version: "0.9.0", fired: [] });
  assertStandsAlone(page);
  assert.doesNotMatch(page, /<script|<img|<h1>x/);
  assert.match(page, /<code>&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/code>/);
});

Deno.test("JSON keeps hostile ids exactly", () => {
  const { removed, added, cases } = JSON.parse(renderJson(HOSTILE));
  assert.deepEqual(cases.map(({ id }: { id: string }) => id), TRICKS);
  assert.deepEqual(removed, TRICKS.map((trick) => `gone${trick}`));
  assert.deepEqual(added, TRICKS.map((trick) => `new${trick}`));
});

Deno.test("a hostile label in the message about servers hides nothing", () => {
  for (const trick of TRICKS.filter((trick) => trick !== "demo")) {
    assert.throws(() => requireOneServer("demo", trick), (error: Error) => {
      assert.doesNotMatch(error.message, HIDDEN);
      return true;
    });
  }
});
