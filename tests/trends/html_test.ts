import assert from "node:assert/strict";
import { newestPoints } from "../../core/trends/history.ts";
import { renderTrendsHtml } from "../../core/trends/html.ts";
import type { TrendPoint } from "../../core/trends/point.ts";
import { assertStandsAlone, textOf } from "../diff/pages.ts";
import { TRICKS } from "../report/hostile.ts";
import { PROFILE } from "../report/profile.ts";
import { point, standardPoint } from "./points.ts";

function page(points: TrendPoint[]): string {
  return renderTrendsHtml(newestPoints(points, 100), "0.9.0");
}

function scores(...list: (number | bigint)[]): TrendPoint[] {
  return list.map((score, index) =>
    standardPoint(0, { score, ts: `2026-01-0${index + 1}T00:00:00.000Z` })
  );
}

/** Points of each line on a page. */
function lines(html: string): string[] {
  return [...html.matchAll(/<polyline points="([^"]*)" \/>/g)].map(([, points = ""]) => points);
}

Deno.test("the page stands alone and runs nothing, whatever it shows", () => {
  for (const points of [[], scores(5), scores(1, 2, 3), [point(), standardPoint(3)]]) {
    assertStandsAlone(page(points));
  }
});

Deno.test("each server has a line of its scores, from 0 below to 100 above", () => {
  assert.deepEqual(lines(page(scores(0, 50, 100))), ["56,204 381,110 706,16"]);
  assert.match(page(scores(0, 50, 100)), /<circle class="dot" cx="381" cy="110" r="4">/);
});

Deno.test("a score beyond the scale is drawn at its end", () => {
  assert.deepEqual(lines(page(scores(0, 18446744073709551615n))), ["56,204 706,16"]);
});

Deno.test("scores that do not compare are not joined", () => {
  const [first, second, third, fourth] = scores(10, 20, 30, 40);
  assert.ok(first && second && third && fourth);
  const other = { measurement_profile: { ...PROFILE, repeats: 4 } };
  const broken = page([first, second, { ...third, ...other }, { ...fourth, ...other }]);
  assert.equal(lines(broken).length, 2);
  const alone = page([first, { ...second, ...other }]);
  assert.equal(lines(alone).length, 0);
  assert.equal([...alone.matchAll(/<circle class="dot"/g)].length, 2);
});

Deno.test("a single run is a dot in the middle", () => {
  assert.match(page(scores(100)), /<circle class="dot" cx="381" cy="16" r="4">/);
});

Deno.test("a run with failing cases differs in shape, and in words", () => {
  const [first, second] = scores(50, 60);
  assert.ok(first && second);
  const html = page([first, { ...second, passed: false, cases_passed: 2 }]);
  assert.match(html, /<rect class="failing" x="702" y="87.2" width="8" height="8">/);
  assert.match(textOf(html), /2 runs, oldest on the left; a hollow square is a run with failing/);
  assert.doesNotMatch(textOf(page([first, second])), /hollow square/);
});

Deno.test("a chart has a name and a description, and each run is in a table, too", () => {
  const html = page(scores(50, 60));
  assert.match(
    html,
    /<svg class="chart" viewBox="0 0 720 220" role="img" aria-labelledby="server-1-title server-1-desc">/,
  );
  assert.match(html, /<title id="server-1-title">Readiness of demo<\/title>/);
  assert.match(
    html,
    /<desc id="server-1-desc">2 runs from 2026-01-01T00:00:00\.000Z to 2026-01-02T00:00:00\.000Z; score 50 at first, 60 at last\.<\/desc>/,
  );
  const text = textOf(html);
  assert.match(
    text,
    /Run \(UTC\) Score Movement Cases 2026-01-01 00:00:00 mcpeval-standard\/2 50\/100 — 3\/3/,
  );
  assert.match(text, /60\/100 \+10 3\/3/);
});

Deno.test("hostile texts are texts", () => {
  const html = page(TRICKS.map((trick) => point({ server: trick, ts: trick, standard: trick })));
  assertStandsAlone(html);
  assert.doesNotMatch(html, /<script|<img|<h1>x/);
  assert.match(html, /<h2 id="server-\d+-heading">&lt;script&gt;alert\(1\)&lt;\/script&gt;<\/h2>/);
});

Deno.test("without a run the page says how to get one", () => {
  assert.match(textOf(page([])), /no trend history yet: a full run of mcpeval probe/);
});
