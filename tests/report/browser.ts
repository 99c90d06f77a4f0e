/** A headless Chromium for tests of pages. */

import assert from "node:assert/strict";
import { axe, type Browser, type Page, puppeteer } from "./packages.ts";

const PLACES = ["/usr/bin/chromium", "/usr/bin/chromium-browser", "/usr/bin/google-chrome"];

/**
 * The program, or null when there is none. CHROMIUM names it; on CI it is installed where that is a
 * package of the system.
 */
export async function findChromium(): Promise<string | null> {
  const found = [Deno.env.get("CHROMIUM"), ...PLACES].find((path) => path && exists(path));
  if (found !== undefined) return found;
  if (Deno.env.get("CI") !== "true") {
    console.error(
      "tests in a browser skipped: no Chromium (apt-get install chromium, or CHROMIUM)",
    );
    return null;
  }
  await install();
  const installed = PLACES.find(exists);
  if (installed === undefined) throw new Error("Chromium could not be installed");
  return installed;
}

async function install(): Promise<void> {
  for (const args of [["update", "-qq"], ["install", "-y", "-qq", "chromium"]]) {
    const { success } = await new Deno.Command("apt-get", {
      args,
      env: { DEBIAN_FRONTEND: "noninteractive" },
      stdin: "null",
      stdout: "null",
      stderr: "inherit",
    }).output();
    if (!success) throw new Error(`apt-get ${args[0]} failed`);
  }
}

function exists(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** The browser of all tests; null skips them. */
const chromium = await findChromium();

/** A test that needs a browser; all of one file share it. */
export function inBrowser(name: string, test: (browser: Browser) => Promise<void>): void {
  Deno.test({
    name,
    ignore: chromium === null,
    // The browser outlives the test that starts it.
    sanitizeOps: false,
    sanitizeResources: false,
    fn: async () => await test((await (shared ??= openBrowser(chromium ?? ""))).browser),
  });
}

let shared: ReturnType<typeof openBrowser> | null = null;

Deno.test.afterAll(async () => {
  await (await shared)?.[Symbol.asyncDispose]();
  shared = null;
});

/** Starts the browser for the length of a scope. It has no sandbox, as CI runs as root. */
export async function openBrowser(path: string): Promise<AsyncDisposable & { browser: Browser }> {
  const browser = await puppeteer.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}

/** What a page did beside being shown. */
export interface Incidents {
  requests: string[];
  messages: string[];
}

/** Opens a page from a file, as a person would who was sent it. */
export async function withPage(
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

/** The rules of axe-core that a page breaks, with the elements. */
export async function brokenRules(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate("axe.run(document)") as {
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  };
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html}\n${failureSummary}`)
  );
}

/**
 * What stands outside of its place: elements beyond the column of text, or at least beyond the
 * window, and numbers that are broken over lines. A `pre` scrolls by itself.
 */
export function misplaced(page: Page, edge: "column" | "window"): Promise<string[]> {
  return page.evaluate((edge) => {
    const found: string[] = [];
    const width = document.documentElement.clientWidth;
    if (document.documentElement.scrollWidth > width) found.push("the page scrolls sideways");
    const column = document.querySelector("main")?.getBoundingClientRect().right ?? 0;
    const limit = edge === "column" ? column : width;
    for (const element of document.querySelectorAll("body *:not(pre *, caption)")) {
      const { right, width } = element.getBoundingClientRect();
      if (width > 0 && right > limit + 1) found.push(`${element.tagName} ends at ${right}`);
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
      if (node.parentElement?.closest("td.number") == null) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      if (range.getClientRects().length > 1) found.push(`broken: ${node.textContent}`);
    }
    return found;
  }, edge);
}
