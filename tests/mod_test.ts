import assert from "node:assert/strict";
import * as api from "../mod.ts";
import { DEMO } from "./cli/run.ts";

Deno.test("the library offers these names and no others", () => {
  assert.deepEqual(Object.keys(api).sort(), [
    "buildReport",
    "diffReports",
    "evaluate",
    "openTarget",
    "parseManifest",
    "readReport",
    "renderJson",
    "renderText",
    "score",
  ]);
});

Deno.test("a server can be gated through the library", async () => {
  const text = JSON.stringify({
    version: 1,
    probes: [{ id: "pages", probe: "pagination", access: "read_only", max_pages: 5 }],
  });
  const { manifest, sha256 } = api.parseManifest(text, "inline");
  const target = { kind: "stdio", command: [DEMO] } as const;
  const connector = api.openTarget(target, { timeoutMs: null, killProgram: "kill" });
  try {
    const gate = await api.evaluate({ cases: manifest.probes, connector });
    const report = api.buildReport({ server: "demo", manifestSha256: sha256, gate, version: "1" });
    assert.equal(
      api.renderText(report, { brief: true }).split("\n")[0],
      "pages pagination pass attempts=1 tools=12 pages=1",
    );
  } finally {
    await connector.close();
  }
});
