/** The HTML pages as people meet them: in a browser, in each theme, on a phone, with assistive tools. */

import assert from "node:assert/strict";
import { CHECK_HINTS } from "../../core/readiness/standard.ts";
import { renderDiffHtml } from "../../core/report/diff/html.ts";
import { renderHtml } from "../../core/report/html.ts";
import { newestPoints } from "../../core/trends/history.ts";
import { renderTrendsHtml } from "../../core/trends/html.ts";
import { DIFF, EMPTY } from "../diff/sample.ts";
import { point, standardPoint } from "../trends/points.ts";
import { brokenRules, inBrowser, misplaced, withPage } from "./browser.ts";
import { HOSTILE, TRICKS } from "./hostile.ts";
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
import { LONG, WIDE_DIFF, WIDE_REPORT, WIDE_TRENDS } from "./wide.ts";

const EVERY = { ...reportOf([...PASSES, ...FAILURES, ...ERRORED]), readiness: READINESS };
const REPORTS = {
  "complete": COMPLETE,
  "every case": EVERY,
  "passing": reportOf(PASSES),
  "nothing": reportOf([]),
  "version 1": LEGACY,
  "hostile": HOSTILE,
  "wide": WIDE_REPORT,
};
const DIFFS = { "everything": DIFF, "nothing": EMPTY, "wide": WIDE_DIFF };
const TRENDS = {
  "a server": newestPoints([standardPoint(84), standardPoint(91, { passed: false })], 10),
  "hostile": newestPoints(
    TRICKS.map((trick) => point({ server: trick, ts: trick, standard: trick })),
    10,
  ),
  "nothing": [],
  "wide": WIDE_TRENDS,
};

/** Each page by its name. */
const PAGES: Record<string, () => string> = {};
for (const [name, report] of Object.entries(REPORTS)) {
  PAGES[`report, ${name}`] = () => renderHtml(report, { price: 3, placement: PLACEMENT });
}
for (const [name, diff] of Object.entries(DIFFS)) {
  const server = name === "wide" ? LONG : "demo";
  PAGES[`diff, ${name}`] = () => renderDiffHtml(diff, { server, version: "0.9.0", fired: [] });
}
for (const [name, trends] of Object.entries(TRENDS)) {
  PAGES[`trends, ${name}`] = () => renderTrendsHtml(trends, "0.9.0");
}

const WIDTHS = [320, 390, 1280];
const THEMES = ["light", "dark"] as const;

for (const [name, render] of Object.entries(PAGES)) {
  inBrowser(`shown without a request, an error or a barrier: ${name}`, async (browser) => {
    await withPage(browser, render(), async (page) => {
      for (const width of WIDTHS) {
        await page.setViewport({ width, height: 800 });
        // At 320 pixels the longest names may push a table to the edge of the window.
        const edge = width < 390 ? "window" : "column";
        assert.deepEqual(await misplaced(page, edge), [], `${width} px`);
        for (const theme of THEMES) {
          await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
          assert.deepEqual(await brokenRules(page), [], `${theme}, ${width} px`);
        }
      }
    });
  });
}

inBrowser("an option in a hint stays whole on a phone", async (browser) => {
  const reasons = ["coverage-unannotated", "coverage-skipped", "reliability-call-failed"] as const;
  const checks = reasons.map((reason) => ({
    id: "coverage.exercised" as const,
    tool: "a",
    score: 0,
    observed: null,
    reason,
    hint: CHECK_HINTS[reason],
  }));
  const areas = READINESS.areas.map((area) => ({ ...area, checks }));
  await withPage(
    browser,
    renderHtml({ ...COMPLETE, readiness: { ...READINESS, areas } }),
    async (page) => {
      const seen = new Set<string>();
      for (let width = 320; width <= 480; width += 5) {
        await page.setViewport({ width, height: 800 });
        const options = await page.$$eval(
          "p code",
          (codes) =>
            codes.map((code) => ({ text: code.textContent, lines: code.getClientRects().length })),
        );
        for (const { text, lines } of options.filter(({ text }) => text.startsWith("--"))) {
          seen.add(text);
          assert.equal(lines, 1, `${text} at ${width} px`);
        }
      }
      assert.deepEqual([...seen].toSorted(), ["--arguments", "--confirm-read-only", "--skip-tool"]);
    },
  );
});

inBrowser("a bar stands beside the first line of its row", async (browser) => {
  await withPage(browser, renderHtml(EVERY), async (page) => {
    const distances = await page.$$eval("tr:has(svg.bar)", (rows) =>
      rows.map((row) => {
        const middle = (rect: DOMRect | undefined) => rect ? rect.top + rect.height / 2 : NaN;
        const text = document.createRange();
        text.selectNodeContents(row.querySelector("td.number") ?? row);
        const bar = row.querySelector("svg.bar")?.getBoundingClientRect();
        return Math.abs(middle(bar) - middle(text.getClientRects()[0]));
      }));
    assert.equal(distances.length, 6 + 4 + 2);
    for (const distance of distances) assert.ok(distance < 2, `${distance} px`);
  });
});

inBrowser("the scale of a chart can be read on a phone", async (browser) => {
  await withPage(browser, renderTrendsHtml(WIDE_TRENDS, "0.9.0"), async (page) => {
    for (const width of [390, 1280]) {
      await page.setViewport({ width, height: 800 });
      const heights = await page.$$eval(
        "svg.chart text",
        (texts) => texts.map((text) => text.getBoundingClientRect().height),
      );
      assert.equal(heights.length, 6);
      for (const height of heights) assert.ok(height >= 12, `${height} px at ${width}`);
    }
  });
});

inBrowser("the theme follows the system, and paper is white", async (browser) => {
  await withPage(browser, renderHtml(COMPLETE), async (page) => {
    const background = () => page.evaluate("getComputedStyle(document.body).backgroundColor");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "light" }]);
    assert.equal(await background(), "rgb(252, 252, 250)");
    await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: "dark" }]);
    assert.equal(await background(), "rgb(23, 23, 22)");
    await page.emulateMediaType("print");
    assert.equal(await background(), "rgb(255, 255, 255)");
    assert.equal(
      await page.evaluate("getComputedStyle(document.querySelector('nav')).display"),
      "none",
    );
  });
});

inBrowser("the structure is there for assistive tools", async (browser) => {
  await withPage(browser, renderHtml(COMPLETE), async (page) => {
    const all = (selector: string) =>
      page.$$eval(selector, (found) => found.map((element) => element.textContent));
    assert.deepEqual(await all("h1"), ["demo"]);
    assert.deepEqual(await all("h2"), [
      "What to fix",
      "Readiness",
      "Lost points",
      "Gate",
      "Catalog weight",
      "Conditions",
      "As text",
    ]);
    assert.deepEqual(await all("nav a"), await all("h2"));
    assert.deepEqual(await all("#gate thead th[scope=col]"), [
      "Case",
      "Result",
      "Calls",
      "Measured",
    ]);
    assert.equal((await all("#gate tbody th[scope=row]")).length, 4);
    const landmarks = ["header", "nav", "main", "footer"];
    for (const landmark of landmarks) assert.equal((await all(`body > ${landmark}`)).length, 1);
    const targets = await page.$$eval(
      "nav a",
      (links) =>
        links.map((link) => document.querySelector(link.getAttribute("href") ?? "")?.tagName),
    );
    assert.deepEqual(targets, Array(7).fill("SECTION"));
  });
});

inBrowser("hostile names are text and nothing else", async (browser) => {
  await withPage(browser, renderHtml(HOSTILE, { price: 3 }), async (page) => {
    const count = (selector: string) => page.$$eval(selector, (found) => found.length);
    assert.equal(await count("script, img, link, iframe, object, embed, form, base"), 0);
    assert.equal(await count("style"), 1);
    assert.equal(await count("h1"), 1);
    assert.equal(await count("#gate tbody tr"), 2 * TRICKS.length);
    const ids = await page.$$eval(
      "#gate tbody th code",
      (found) => found.map((element) => element.textContent),
    );
    assert.equal(ids[0], "<script>alert(1)</script>");
    assert.equal(
      await page.evaluate("document.querySelectorAll('[onerror], [onmouseover]').length"),
      0,
    );
  });
});
