/**
 * Compares with another implementation of the same commands and documents, on real servers:
 * MCPEVAL_REFERENCE names its `mcpeval` program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { BINARY, type Ran, run, type TempFolder, tempFolder, testServer } from "../cli/run.ts";
import { comparable, comparableText, differences, leveled, withoutNulls } from "./documents.ts";
import { FAILING_MANIFEST } from "./failures.ts";
import { ODD_MANIFEST, ODD_SERVERS } from "./odd-servers.ts";
import { type RealServer, realServer } from "./servers.ts";

const path = Deno.env.get("MCPEVAL_REFERENCE");
if (path === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}
const REFERENCE: readonly string[] = [path ?? ""];

function compare(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: path === undefined, fn });
}

/** What both programs ended with. */
interface Both {
  ours: Ran;
  theirs: Ran;
}

async function runBoth(args: readonly string[], folder: TempFolder, env = {}): Promise<Both> {
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.file("home"), ...env } };
  const ours = await run(BINARY, args, options);
  return { ours, theirs: await run(REFERENCE, args, options) };
}

function probeBoth(
  label: string,
  manifest: string,
  server: Pick<RealServer, "command" | "env">,
  folder: TempFolder,
): Promise<Both> {
  const probe = ["probe", "--server", label, "--gate-only", "--manifest", manifest];
  const args = [...probe, "--format", "json", "--", ...server.command];
  return runBoth(args, folder, server.env);
}

/** Accepts or refuses a document by a schema. */
type Validate = (text: string) => void;

/** The schemas that both programs print for a document. */
async function schemas(
  document: "manifest" | "report",
  folder: TempFolder,
): Promise<{ ours: Validate; theirs: Validate }> {
  const { ours, theirs } = await runBoth(["schema", document], folder);
  return { ours: validator(ours), theirs: validator(theirs) };
}

function validator({ code, stdout }: Ran): Validate {
  assert.equal(code, 0);
  const ajv = new Ajv2020({ strictTypes: false });
  // The package's declarations hide that its CommonJS export is the function itself.
  (addFormats as unknown as (ajv: Ajv2020) => void)(ajv);
  const validate = ajv.compile(JSON.parse(stdout));
  return (text) => assert.ok(validate(JSON.parse(text)), ajv.errorsText(validate.errors));
}

/** Both schemas accept the reports of both programs. */
async function assertValidReports({ ours, theirs }: Both, folder: TempFolder) {
  const published = await schemas("report", folder);
  for (const validate of [published.ours, published.theirs]) {
    for (const { stdout } of [ours, theirs]) if (stdout !== "") validate(stdout);
  }
}

/** To the reference our report is its own: it renders both alike and finds no change. */
async function assertReadAlike({ ours, theirs }: Both, code: number, folder: TempFolder) {
  const files = [
    await folder.write("ours.report.json", leveled(ours.stdout)),
    await folder.write("theirs.report.json", leveled(theirs.stdout)),
  ];
  for (const format of ["text", "markdown", "sarif", "junit"]) {
    const [ofOurs, ofTheirs] = await Promise.all(
      files.map((file) => run(REFERENCE, ["report", "--format", format, file])),
    );
    assert.deepEqual(ofOurs, ofTheirs);
    assert.deepEqual([ofOurs?.code, ofOurs?.stderr], [code, ""]);
  }
  const { code: changed, stdout } = await run(REFERENCE, ["diff", ...files, "--fail-on-change"]);
  assert.equal(changed, 0, stdout);
}

/** Cases that `init` writes for each server. */
const SERVERS = { everything: 35, filesystem: 42, memory: 19, "sequential-thinking": 10 } as const;

for (const [name, cases] of Object.entries(SERVERS)) {
  compare(`both programs draft and judge ${name} from npm alike`, async () => {
    await using folder = await tempFolder();
    const server = await realServer(name as keyof typeof SERVERS, folder);
    const init = ["init", "--server", name, ...server.initOptions, "--force", "--output"];
    const manifests: string[] = [];
    for (const program of [BINARY, REFERENCE]) {
      const file = folder.file(`manifest-${manifests.length}.json`);
      const options = { cwd: folder.path, env: server.env };
      const ran = await run(program, [...init, file, "--", ...server.command], options);
      assert.equal(ran.code, 0, ran.stderr);
      manifests.push(await Deno.readTextFile(file));
    }
    const [manifest = "", theirs] = manifests;
    assert.equal(manifest, theirs);
    const published = await schemas("manifest", folder);
    published.ours(manifest);
    // Its own `init` writes nulls that its own schema forbids.
    published.theirs(withoutNulls(manifest));

    const both = await probeBoth(name, folder.file("manifest-0.json"), server, folder);
    assert.deepEqual([both.ours.code, both.theirs.code], [0, 0]);
    assert.equal(comparableText(both.ours.stdout), comparableText(both.theirs.stdout));
    assert.equal(comparable(both.ours.stdout).cases.length, cases);
    await assertValidReports(both, folder);
    await assertReadAlike(both, 0, folder);
  });
}

compare("both programs fail everything from npm for the same reasons", async () => {
  await using folder = await tempFolder();
  const server = await realServer("everything", folder);
  const text = JSON.stringify(FAILING_MANIFEST);
  const manifest = await folder.write("failing.json", text);
  const published = await schemas("manifest", folder);
  published.ours(text);
  published.theirs(text);
  const both = await probeBoth("everything", manifest, server, folder);
  assert.deepEqual([both.ours.code, both.theirs.code], [1, 1]);
  assert.equal(comparableText(both.ours.stdout), comparableText(both.theirs.stdout));
  assert.equal(comparable(both.ours.stdout).cases.filter(({ passed }) => !passed).length, 12);
  await assertValidReports(both, folder);
  await assertReadAlike(both, 1, folder);
});

for (const { server: [file, fault], codes, differ, unsteady } of ODD_SERVERS) {
  compare(`both programs on ${file} ${fault}`, async () => {
    await using folder = await tempFolder();
    const manifest = await folder.write("odd.json", JSON.stringify(ODD_MANIFEST));
    const server = { command: testServer(file, fault), env: {} };
    const both = await probeBoth("odd", manifest, server, folder);
    const { ours, theirs } = both;
    const found = differences(ours.stdout, theirs.stdout);
    assert.deepEqual(found.filter((difference) => difference !== unsteady), differ);
    assert.deepEqual([ours.code, theirs.code], codes);
    await assertValidReports(both, folder);
  });
}
