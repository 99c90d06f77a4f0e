/** A headless Chromium for tests of pages. */

import { type Browser, puppeteer } from "./packages.ts";

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

/** Starts the browser for the length of a scope. It has no sandbox, as CI runs as root. */
export async function openBrowser(path: string): Promise<AsyncDisposable & { browser: Browser }> {
  const browser = await puppeteer.launch({
    executablePath: path,
    args: ["--no-sandbox", "--disable-gpu"],
  });
  return { browser, [Symbol.asyncDispose]: () => browser.close() };
}
