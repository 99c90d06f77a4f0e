/** The HTML page as people meet it: in a browser, in each theme, on a phone, with assistive tools. */

import assert from "node:assert/strict";
import { renderHtml } from "../../core/report/html.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { findChromium, openBrowser } from "./browser.ts";
import { HOSTILE, TRICKS } from "./hostile.ts";
import { axe, type Browser, type Page } from "./packages.ts";
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

const chromium = await findChromium();

const REPORTS: Record<string, ReportDocument> = {
  "complete": COMPLETE,
  "every case": { ...reportOf([...PASSES, ...FAILURES, ...ERRORED]), readiness: READINESS },
  "passing": reportOf(PASSES),
  "nothing": reportOf([]),
  "version 1": LEGACY,
  "hostile": HOSTILE,
};

const WIDTHS = [320, 390, 1280];
const THEMES = ["light", "dark"] as const;

/** What a page did beside being shown. */
interface Incidents {
  requests: string[];
  messages: string[];
}

/** Opens a page from a file, as a person would who was sent it. */
async function withPage(
  browser: Browser,
  html: string,
  act: (page: Page, incidents: Incidents) => Promise<void>,
): Promise<void> {
  const file = await Deno.makeTempFile({ suffix: ".html" });
  await Deno.writeTextFile(file, html);
  const page = await browser.newPage();
  const incidents: Incidents = { requests: [], messages: [] };
  page.on("request", (request) => incidents.requests.push(request.url()));
  page.on("console", (message) => incidents.messages.push(message.text()));
  page.on("pageerror", (error) => incidents.messages.push(String(error)));
  page.on("dialog", (dialog) => {
    incidents.messages.push("dialog");
    void dialog.dismiss();
  });
  try {
    await page.goto(`file://${file}`);
    assert.deepEqual(incidents.requests, [`file://${file}`]);
    await act(page, incidents);
    assert.deepEqual(incidents, { requests: [`file://${file}`], messages: [] });
  } finally {
    await page.close();
    await Deno.remove(file);
  }
}

function inBrowser(name: string, test: (browser: Browser) => Promise<void>): void {
  Deno.test({
    name,
    ignore: chromium === null,
    fn: async () => {
      await using opened = await openBrowser(chromium ?? "");
      await test(opened.browser);
    },
  });
}

/** The rules of axe-core that a page breaks, with the elements. */
async function brokenRules(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run(document)") as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
  );
}

for (const [name, report] of Object.entries(REPORTS)) {
  inBrowser(`shown without a request, an error or a barrier: ${name}`, async (browser) => {
    const html = renderHtml(report, { price: 3, placement: PLACEMENT });
    await withPage(browser, html, async (page) => {
      for (const theme of THEMES) {
        await page.emulateMediaFeatures([{ name: "prefers-color-scheme", value: theme }]);
        for (const width of WIDTHS) {
          await page.setViewport({ width, height: 800 });
          assert.deepEqual(await brokenRules(page), [], `${theme}, ${width} px`);
          assert.ok(
            await page.evaluate("document.documentElement.scrollWidth <= innerWidth"),
            `wider than ${width} px`,
          );
        }
      }
    });
  });
}

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
