import assert from "node:assert/strict";
import { drawPlot, type Plot, PLOTS } from "../../scripts/plot-curves.ts";

const plot = (name: string): Plot => {
  const found = PLOTS.find((each) => each.name === name);
  assert.ok(found);
  return found;
};

Deno.test("the pictures of the standard are up to date and mentioned in its page", async () => {
  const docs = new URL("../../docs/", import.meta.url);
  const page = await Deno.readTextFile(new URL("readiness.md", docs));
  for (const each of PLOTS) {
    const committed = await Deno.readTextFile(new URL(`img/${each.name}.svg`, docs));
    assert.equal(committed, drawPlot(each));
    assert.ok(page.includes(`(img/${each.name}.svg)`), each.name);
  }
  assert.equal([...Deno.readDirSync(new URL("img/", docs))].length, PLOTS.length);
});

Deno.test("the curves go through the points of the standard", () => {
  const catalog = plot("context-catalog").score;
  assert.deepEqual([500, 2000, 40_000, 80_000].map(catalog), [100, 100, 0, 0]);
  assert.equal(Math.round(catalog(4000)), 77);
  assert.equal(Math.round(catalog(14_235)), 34);
  const tool = plot("context-heaviest-tool").score;
  assert.deepEqual([500, 5000].map(tool), [100, 0]);
  assert.equal(Math.round(tool(659)), 88);
  const latency = plot("reliability-latency").score;
  assert.deepEqual(
    [100, 101, 300, 301, 1000, 1001, 3000, 3001].map(latency),
    [100, 80, 80, 50, 50, 20, 20, 0],
  );
  assert.deepEqual([0, 1, 2, 3].map(plot("reliability-success").score), [0, 17, 33, 100]);
});

Deno.test("a line keeps its corners only", () => {
  const points = /points="([^"]*)"/.exec(drawPlot(plot("context-catalog")))?.[1]?.split(" ") ?? [];
  assert.ok(points.length >= 4 && points.length <= 8);
  assert.equal(points[0], "56,44.0");
  assert.equal(points.at(-1), "616,240.0");
});
