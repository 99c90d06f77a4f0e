import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { renderHtml } from "../../core/report/html.ts";
import {
  COMPLETE,
  ERRORED,
  FAILURES,
  LEGACY,
  PASSES,
  PLACEMENT,
  READINESS,
  reportOf,
} from "./samples.ts";

/** The content of the first element that matches a start tag. */
function part(page: string, start: string, end: string): string {
  const from = page.indexOf(start);
  assert.ok(from >= 0, start);
  return page.slice(from + start.length, page.indexOf(end, from)).trim();
}

/** A section without the places where its words may be broken. */
const section = (page: string, id: string) =>
  part(page, `<section id="${id}"`, "</section>").replaceAll("<wbr>", "");

Deno.test("the head: language, policy, no script, nothing from elsewhere", () => {
  const page = renderHtml(COMPLETE);
  assert.ok(page.startsWith(`<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n`));
  assert.ok(page.endsWith("</body>\n</html>\n"));
  assert.ok(page.includes("<title>demo – mcpeval report</title>"));
  assert.ok(
    page.includes(`<meta name="viewport" content="width=device-width, initial-scale=1">`),
  );
  const style = page.slice(page.indexOf("<style>") + "<style>".length, page.indexOf("</style>"));
  const digest = createHash("sha256").update(style).digest("base64");
  assert.equal(
    part(page, `<meta http-equiv="Content-Security-Policy" content="`, `">`)
      .replaceAll("&apos;", "'"),
    `default-src 'none'; style-src 'sha256-${digest}'; base-uri 'none'; form-action 'none'`,
  );
  assert.doesNotMatch(page, /<script|<link|<img|@import|url\(|https?:|\son\w+=|\sstyle=/i);
});

Deno.test("the verdict says why", () => {
  const verdict = (report: Parameters<typeof renderHtml>[0]) =>
    part(renderHtml(report), `<p class="verdict `, "</p>");
  assert.equal(verdict(reportOf(PASSES)), `pass">Passed`);
  assert.equal(verdict(reportOf(FAILURES.slice(0, 1))), `fail">Failed: 1 case failed`);
  assert.equal(
    verdict(COMPLETE),
    `error">Incomplete: 1 case not judged, 2 cases failed, 1 readiness floor missed`,
  );
  assert.equal(
    verdict({ ...reportOf(PASSES), readiness_error: "transport-closed" }),
    `error">Incomplete: readiness not measured`,
  );
  assert.equal(verdict(reportOf([])), `error">Nothing was judged`);
});

Deno.test("the gate as a table", () => {
  assert.equal(
    section(renderHtml(COMPLETE), "gate"),
    `aria-labelledby="gate-heading">
<h2 id="gate-heading">Gate</h2>
<p><strong>1/4</strong> cases passed.</p><table>
<caption>Cases of the manifest</caption>
<thead>
<tr><th scope="col" class="text">Case</th><th scope="col" class="text">Result</th><th scope="col" class="number">Calls</th><th scope="col" class="text">Measured</th></tr>
</thead>
<tbody>
<tr><th scope="row"><code>few-tools</code><small>discovery-cost</small></th><td class="text"><span class="pass">pass</span></td><td class="number">1</td><td class="text">12 tools<br>2,262 bytes</td></tr>
<tr><th scope="row"><code>too-dear</code><small>token-cost</small></th><td class="text"><span class="fail">fail</span><small>token-budget-exceeded, call 1</small></td><td class="number">1</td><td class="text"><code>max_total_tokens</code> 1,666 &gt; 1,200<br>4 tools<br>1,666 tokens</td></tr>
<tr><th scope="row"><code>journey</code><small>workflow</small></th><td class="text"><span class="fail">fail</span><small>missing-field, call 3</small></td><td class="number">3</td><td class="text"></td></tr>
<tr><th scope="row"><code>gone</code><small>contention</small></th><td class="text"><span class="error">error</span><small>transport-closed</small></td><td class="number">—</td><td class="text"></td></tr>
</tbody>
</table>`,
  );
});

Deno.test("lost points: a reason's advice once, with every place", () => {
  assert.equal(
    section(renderHtml(COMPLETE), "lost"),
    `aria-labelledby="lost-heading">
<h2 id="lost-heading">Lost points</h2>
<article>
<h3><code>catalog-short-description</code></h3>
<p>Say more.</p>
<ul class="places">
<li><code>catalog.description</code> scored 0, observed 37: <code>describe_status</code></li>
<li><code>catalog.description</code> scored 0, observed 38: <code>break_session</code></li>
</ul>
</article>
<article>
<h3><code>context-catalog-heavy</code></h3>
<p>List less.</p>
<ul class="places">
<li><code>context.catalog</code> scored 61, observed 6,508</li>
</ul>
</article>
<article>
<h3><code>reliability-slow</code></h3>
<p>Be quick.</p>
<ul class="places">
<li><code>reliability.latency</code> scored 50: <code>slow_read</code></li>
</ul>
</article>`,
  );
});

Deno.test("readiness: each area's score as a number and a bar, floors, the place in the corpus", () => {
  const text = section(renderHtml(COMPLETE, { placement: PLACEMENT }), "readiness");
  assert.ok(text.includes(
    `<tr><th scope="row">catalog</th><td class="number">20</td><td class="number">66</td>` +
      `<td class="bar"><svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" ` +
      `aria-hidden="true">\n<rect class="track" width="100" height="8" />\n` +
      `<rect class="fair" width="66" height="8" />\n</svg></td></tr>`,
  ));
  assert.ok(text.includes(
    `<p class="fail">Readiness floor failed: score 84 &lt; 85 (latency excluded).</p>`,
  ));
  assert.ok(text.includes("above 3, tied 1, below 9 of 13 observed servers."));
  assert.ok(text.includes("lighter than 2 of 13 observed servers (median 2,536 tokens)."));
});

Deno.test("the catalog's weight per tool, and its cost at a price", () => {
  const text = section(renderHtml(COMPLETE, { price: 3 }), "tokens");
  assert.ok(text.includes("<p><strong>6,508 tokens</strong> in all.</p>"));
  assert.ok(text.includes("$0.0195 per session at $3.00/Mtok ($19.52 per 1,000 sessions).</p>"));
  const rows = [...text.matchAll(/<code>(\w+)<\/code><\/th><td class="number">(\d+)<\/td>/g)];
  assert.deepEqual(rows.map(([, tool, tokens]) => [tool, tokens]), [
    ["report_weather", "548"],
    ["shared_read", "548"],
    ["elicited_read", "541"],
    ["tiny", "29"],
  ]);
  assert.ok(!renderHtml(reportOf(ERRORED)).includes(`id="tokens"`));
});

Deno.test("latency per timed case", () => {
  const text = section(renderHtml(reportOf([...PASSES, ...FAILURES])), "latency");
  const rows = [...text.matchAll(/<code>([\w-]+)<\/code>.*<td class="number">([\d,]+)<\/td>/g)];
  assert.deepEqual(rows.map(([, id, latency]) => [id, latency]), [
    ["quick", "406"],
    ["too-slow", "2,017"],
  ]);
  assert.ok(text.includes(`<rect class="neutral" width="20.1" height="8" />`));
});

Deno.test("a surface listing counts listings, a long name may be broken between its words", () => {
  const [pages] = PASSES.filter(({ id }) => id === "pages");
  assert.ok(pages !== undefined);
  const listing = { ...pages, id: "my_own.case", probe: "surface-listing" as const };
  const page = renderHtml(reportOf([listing]));
  assert.match(section(page, "gate"), /<td class="text">12 listings<br>2 pages<\/td>/);
  assert.ok(page.includes("<code>my_<wbr>own.<wbr>case</code>"));
});

Deno.test("a figure stays whole, unless no run could have measured it", () => {
  const [quick] = PASSES.filter(({ id }) => id === "quick");
  assert.ok(quick !== undefined);
  const [entry] = reportOf([quick]).cases;
  assert.ok(entry !== undefined);
  const shown = (latency_ms: number | bigint) =>
    renderHtml({ ...reportOf([]), cases: [{ ...entry, measurements: { latency_ms } }] });
  assert.ok(shown(1234567).includes(`<td class="number">1,234,567</td>`));
  assert.ok(
    shown(2n ** 64n - 1n).includes("18,<wbr>446,<wbr>744,<wbr>073,<wbr>709,<wbr>551,<wbr>615"),
  );
});

Deno.test("the conditions of the measurement, when the document knows them", () => {
  const text = section(renderHtml(COMPLETE), "conditions");
  assert.ok(text.includes("<div><dt>System</dt><dd>linux x86_64</dd></div>"));
  const { measurement_profile: _, ...older } = READINESS;
  assert.ok(!renderHtml({ ...reportOf([]), readiness: older }).includes(`id="conditions"`));
});

Deno.test("the same facts as text", () => {
  const text = section(renderHtml(COMPLETE), "text");
  assert.ok(text.includes(`<pre tabindex="0">few-tools discovery-cost pass attempts=1 tools=12`));
  assert.ok(text.includes("\ndemo gate 1/4 passed\n"));
});

Deno.test("an unfinished battery, a pass rate of version 1, nothing at all", () => {
  const unfinished = { ...reportOf([]), readiness_error: "transport-closed" as const };
  assert.ok(
    section(renderHtml(unfinished), "readiness")
      .includes("<p>Readiness could not be measured: <code>transport-closed</code>.</p>"),
  );
  assert.ok(section(renderHtml(LEGACY), "readiness").includes("Manifest pass rate 55/100"));
  const nothing = renderHtml(reportOf([]));
  assert.ok(!nothing.includes(`<section id="readiness"`));
  assert.ok(!nothing.includes(`<section id="gate"`));
});
