/** The examples of docs/manifest.md: one for each kind, valid, and passing on the demo server. */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import { PROBE_KINDS } from "../../core/manifest/types.ts";
import { BINARY, DEMO, run, tempFolder } from "../cli/run.ts";
import { codeBlocks } from "./markdown.ts";

/** The first example is a document, the others are cases. */
async function examples(): Promise<{ document: string; cases: string[]; headings: string[] }> {
  const [first, ...rest] = await codeBlocks("manifest.md", "json");
  return {
    document: first?.text ?? "",
    cases: rest.map(({ text }) => text),
    headings: rest.map(({ heading }) => heading.replace(" ✎", "")),
  };
}

Deno.test("the document of the guide is valid", async () => {
  const { document } = await examples();
  const { manifest } = loadManifest(document, "guide.json");
  assert.equal(manifest.timeout_ms, 20_000);
});

Deno.test("the guide has one case of each kind, under its heading", async () => {
  const { cases, headings } = await examples();
  assert.deepEqual(cases.map((text) => JSON.parse(text).probe), headings);
  assert.deepEqual([...headings].sort(), [...PROBE_KINDS].sort());
});

Deno.test("the kinds that may be mutating are marked, and no others", async () => {
  const blocks = await codeBlocks("manifest.md", "json");
  const marked = blocks.flatMap(({ heading }) => heading.endsWith(" ✎") ? [heading] : []);
  assert.deepEqual(marked.map((heading) => heading.replace(" ✎", "")), [
    "schema-guessability",
    "instruction-fidelity",
    "degradation-over-n",
    "error-honesty",
    "state-recovery",
    "contention",
  ]);
  const { document, cases } = await examples();
  for (const text of cases) {
    const probeCase = { ...JSON.parse(text), access: "mutating", sandbox: "scratch" };
    const manifest = JSON.stringify({ ...JSON.parse(document), probes: [probeCase] });
    const load = () => loadManifest(manifest, "guide.json");
    if (marked.includes(`${probeCase.probe} ✎`)) load();
    else assert.throws(load);
  }
});

Deno.test("the cases of the guide pass on the demo server", async () => {
  const { document, cases } = await examples();
  const probes = `"probes": [\n${cases.join(",\n")}]}`;
  await using temp = await tempFolder();
  const manifest = await temp.write("m.json", document.replace(/"probes": [^]*$/, probes));
  const { code, stdout } = await run(BINARY, [
    ...["probe", "--server", "demo", "--manifest", manifest, "--gate-only", "--allow-mutation"],
    ...["--", DEMO],
  ], { env: { MCPEVAL_HOME: temp.file("home") } });
  assert.match(stdout, /^demo gate 20\/20 passed$/m);
  assert.equal(code, 0);
});
