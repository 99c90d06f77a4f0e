import assert from "node:assert/strict";
import { newestPoints } from "../../core/trends/history.ts";
import { renderTrendsJson } from "../../core/trends/json.ts";
import { renderTrendsText } from "../../core/trends/text.ts";
import { COMMAND, TRICKS } from "../report/hostile.ts";
import { PROFILE } from "../report/profile.ts";
import { point, standardPoint } from "./points.ts";

const TRENDS = newestPoints([
  standardPoint(91, { ts: "2026-01-03T00:00:00.000Z" }),
  standardPoint(84, {
    ts: "2026-01-04T00:00:00.000Z",
    passed: false,
    cases_passed: 2,
    manifest_sha256: "cd".repeat(32),
  }),
  standardPoint(84, {
    ts: "2026-01-05T00:00:00.000Z",
    measurement_profile: { ...PROFILE, platform: "macos" },
  }),
  point({ ts: "2026-01-01T00:00:00.000Z", score: 80 }),
  point({ ts: "2026-01-02T00:00:00.000Z", score: 90, manifest_sha256: "short" }),
  point({ server: "another", cases_total: 0, cases_passed: 0 }),
], 10);

Deno.test("the text has a line per server and per point", () => {
  assert.equal(
    renderTrendsText(TRENDS),
    `\
another
  2026-01-01T00:00:00.000Z score=90/100 cases=0/0
demo
  2026-01-01T00:00:00.000Z score=80/100 cases=3/3
  2026-01-02T00:00:00.000Z score=90/100 cases=3/3 manifest changed manifest=short
  2026-01-03T00:00:00.000Z score=91/100 cases=3/3 standard changed manifest=abababab
  2026-01-04T00:00:00.000Z score=84/100 cases=2/3 FAILING -7 manifest=cdcdcdcd
  2026-01-05T00:00:00.000Z score=84/100 cases=3/3 measurement profile changed manifest=abababab
`,
  );
  assert.equal(renderTrendsText([]), "");
});

Deno.test("the JSON has the records as they are, and the movements", () => {
  const trends = newestPoints([standardPoint(91), standardPoint(92)], 10);
  const text = renderTrendsJson(trends);
  assert.deepEqual(JSON.parse(text), {
    schema: "mcpeval.trends/v1",
    servers: [{
      server: "demo",
      points: [
        { ...standardPoint(91), delta: null },
        { ...standardPoint(92), delta: "+1" },
      ],
    }],
  });
  assert.match(text, /^\{\n {2}"schema": "mcpeval\.trends\/v1",\n {2}"servers": \[\n/);
  assert.equal(
    renderTrendsJson([]),
    '{\n  "schema": "mcpeval.trends/v1",\n  "servers": []\n}\n',
  );
});

Deno.test("hostile texts stay in their line, with nothing hidden in it", () => {
  const points = TRICKS.map((trick) => point({ server: trick, ts: trick, manifest_sha256: trick }));
  const lines = renderTrendsText(newestPoints(points, 10)).trimEnd().split("\n");
  assert.equal(lines.length, 2 * TRICKS.length);
  for (const line of lines) assert.doesNotMatch(line, COMMAND);
  for (const line of lines) assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
});
