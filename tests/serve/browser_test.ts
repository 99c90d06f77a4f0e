/** What a page at another origin can do with the service in a real browser: nothing. */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { findChromium } from "../report/browser.ts";
import { puppeteer } from "../report/packages.ts";
import { rpc, startService } from "./harness.ts";

const chromium = await findChromium();

/** How a page may try to annotate a call; each gives what it could read, or the error. */
const ATTEMPTS = `async (url) => {
  const body = (note) => JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: {
    name: "record_annotation",
    arguments: { kind: "workaround", note, session: "s", seq: 1 },
  } });
  const attempt = (options) => fetch(url, { method: "POST", ...options })
    .then(async (response) => response.type + " " + response.status + " " + await response.text(),
      (error) => error.name);
  const simple = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"];
  return {
    json: await attempt({ body: body("json"), headers: { "Content-Type": "application/json" } }),
    noCors: await attempt({ body: body("noCors"), mode: "no-cors" }),
    blob: await attempt({ body: new Blob([body("blob")]), mode: "no-cors" }),
    simple: await Promise.all(simple.map((type) =>
      attempt({ body: body(type), mode: "no-cors", headers: { "Content-Type": type } }))),
    beacon: navigator.sendBeacon(url, new Blob([body("beacon")], { type: "text/plain" })),
    get: await attempt({ method: "GET" }),
  };
}`;

Deno.test({
  name: "a page at another origin can neither read the service nor make it act",
  ignore: chromium === null,
  async fn() {
    await using folder = await tempFolder();
    await using service = await startService(folder.path);
    const pages = Deno.serve(
      { hostname: "127.0.0.1", port: 0, onListen() {} },
      () =>
        new Response("<!doctype html><title>page</title>", {
          headers: { "Content-Type": "text/html" },
        }),
    );
    // Both names lead to this machine: the first is rebound, the second is simply another site.
    const browser = await puppeteer.launch({
      executablePath: chromium ?? "",
      args: [
        "--no-sandbox",
        "--disable-gpu",
        "--host-resolver-rules=MAP rebound.example 127.0.0.1, MAP evil.example 127.0.0.1",
      ],
    });
    try {
      const page = await browser.newPage();
      const blocked = "TypeError";
      const unread = {
        json: blocked,
        noCors: "opaque 0 ",
        blob: "opaque 0 ",
        simple: ["opaque 0 ", "opaque 0 ", "opaque 0 "],
        beacon: true,
        get: blocked,
      };
      const attempt = (url: string) => page.evaluate(`(${ATTEMPTS})(${JSON.stringify(url)})`);

      await page.goto(`http://evil.example:${pages.addr.port}/`);
      assert.deepEqual(await attempt(service.url), unread);

      // A page that was loaded by a name which now leads here is of the same origin, so it may read.
      const rebound = `http://rebound.example:${service.port}`;
      await page.goto(`${rebound}/`);
      assert.match(await page.content(), /Host is not a loopback address/);
      const origin = (text: unknown) => /basic 403 .*Origin is not a loopback/.test(String(text));
      const read = await attempt(`${rebound}/mcp`) as Record<string, unknown>;
      for (const text of [read["json"], read["noCors"], ...read["simple"] as unknown[]]) {
        assert.ok(origin(text), String(text));
      }
      assert.match(String(read["get"]), /basic 403 .*Host is not a loopback/);

      // A sandboxed frame has the origin null.
      await page.goto(`http://localhost:${pages.addr.port}/`);
      const framed = await page.evaluate(`new Promise((resolve) => {
        addEventListener("message", ({ data }) => resolve(data));
        const frame = document.createElement("iframe");
        frame.sandbox = "allow-scripts";
        frame.srcdoc = "<script>(" + ${JSON.stringify(ATTEMPTS)} + ")(" +
          JSON.stringify(${JSON.stringify(service.url)}) +
          ").then((result) => parent.postMessage(result, '*'))</" + "script>";
        document.body.append(frame);
      })`);
      assert.deepEqual(framed, unread);
    } finally {
      await browser.close();
      await pages.shutdown();
    }
    // Nothing of all that was recorded, and the service is well.
    assert.deepEqual([...Deno.readDirSync(folder.path)], []);
    assert.equal((await rpc(service.url, "ping")).status, 200);
  },
});
