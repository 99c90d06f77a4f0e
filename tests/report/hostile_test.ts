/** What hostile names can do to the texts; junit, sarif and the browser have tests of their own. */

import assert from "node:assert/strict";
import { renderHtml } from "../../core/report/html.ts";
import { renderJson } from "../../core/report/json.ts";
import { renderMarkdown } from "../../core/report/markdown.ts";
import { documentOf } from "../../core/report/recorded.ts";
import { renderSarif } from "../../core/report/sarif.ts";
import { renderText } from "../../core/report/text.ts";
import { visible } from "../../core/report/visible.ts";
import { COMMAND, HOSTILE, TRICKS } from "./hostile.ts";
import { fromMarkdown, gfm, gfmFromMarkdown } from "./packages.ts";

Deno.test("text: every name stays on its line and hides nothing", () => {
  const text = renderText(HOSTILE, { brief: false });
  assert.doesNotMatch(text.replaceAll("\n", ""), /\p{Cc}|\p{Cf}|\p{Zl}|\p{Zp}/u);
  assert.doesNotMatch(text, COMMAND);
  const lines = text.split("\n");
  // Two cases, a hint and the heaviest tools for each name; gate; readiness with surface and
  // assessment; a lost check for each name and one hint; the end.
  assert.equal(lines.length, 4 * TRICKS.length + 1 + 3 + TRICKS.length + 1 + 1);
});

interface Node {
  type: string;
  children?: Node[];
}

function countTypes(node: Node, counts: Map<string, number> = new Map()): Map<string, number> {
  counts.set(node.type, (counts.get(node.type) ?? 0) + 1);
  for (const child of node.children ?? []) countTypes(child, counts);
  return counts;
}

Deno.test("Markdown: names add no element but code", () => {
  const page = renderMarkdown(HOSTILE, { price: 3 });
  assert.doesNotMatch(page, COMMAND);
  const tree = fromMarkdown(page, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] });
  const counts = countTypes(tree);
  for (const type of ["html", "link", "linkReference", "definition", "delete", "break"]) {
    assert.equal(counts.get(type), undefined, type);
  }
  assert.equal(counts.get("image"), 1);
  // Report, lost points, remediation.
  assert.equal(counts.get("heading"), 3);
  // Areas and cases, each with a heading row.
  assert.equal(counts.get("table"), 2);
  assert.equal(counts.get("tableRow"), 1 + 1 + 1 + 2 * TRICKS.length);
  assert.equal(counts.get("tableCell"), 3 * 2 + 7 * (1 + 2 * TRICKS.length));
  // Surface, assessment and the closing note.
  assert.equal(counts.get("emphasis"), 3);
});

Deno.test("HTML: names add no element", () => {
  const page = renderHtml(HOSTILE, { price: 3 });
  const inside = page.slice(page.indexOf("<body>"));
  assert.doesNotMatch(inside, /<(?:script|img|style|link|iframe|object|base|form|!--)/i);
  assert.doesNotMatch(inside, /<[^>]*\son\w+=/i);
  assert.ok(page.includes("&lt;script&gt;alert(1)&lt;/script&gt;"));
  assert.doesNotMatch(page.replaceAll("\n", ""), /\p{Cc}|\p{Cf}/u);
});

Deno.test("HTML, JSON and SARIF: no line is a command of a CI runner", () => {
  const documents = [
    renderHtml(HOSTILE, { price: 3 }),
    renderJson(documentOf(HOSTILE)),
    renderSarif(HOSTILE, { uri: "m.json", lines: null }),
  ];
  for (const document of documents) assert.doesNotMatch(document, COMMAND);
});

Deno.test("JSON: nothing is lost", () => {
  const document = JSON.parse(renderJson(documentOf(HOSTILE)));
  assert.equal(document.server, TRICKS.join(""));
  assert.deepEqual(document.cases.map(({ id }: { id: string }) => id), [
    ...TRICKS.flatMap((trick) => [trick, trick]),
  ]);
  assert.match(renderJson(documentOf(HOSTILE)), /"attempts": 18446744073709551615,/);
});

Deno.test("ordinary text is visible as it is", () => {
  for (const text of ["demo", "a b", "é ü 漢字 \u{1f600}", "<>&\\"]) {
    assert.equal(visible(text), text);
  }
  assert.equal(visible("a\tb\u0000\u202e\u{e0001}"), "a\\u{9}b\\u{0}\\u{202e}\\u{e0001}");
});
