import assert from "node:assert/strict";
import { prepare } from "../../cli/commands/report.ts";
import { renderJson } from "../../core/report/json.ts";
import { COMPLETE, PASSES, reportOf } from "./samples.ts";

const RUNNER = new URL("./report-command.ts", import.meta.url).pathname;
const NOTHING = { read: [], write: [], net: [], run: [], env: [] };
const DEFAULTS = { format: "text", manifest: "mcp-eval.manifest.json" };

interface Run {
  document?: string;
  options?: Record<string, string | true>;
  stdin?: string;
  cwd?: string;
}

async function run({ document = "-", options = {}, stdin = "", cwd }: Run) {
  const invocation = { options: { ...DEFAULTS, ...options }, operands: [document], server: null };
  const permissions = ["read", "write", "net", "run", "env"].map((name) => `--allow-${name}`);
  const flags = ["run", "--quiet", "--no-check", "--no-prompt", ...permissions];
  const argument = JSON.stringify(invocation);
  const child = new Deno.Command(Deno.execPath(), {
    args: [...flags, RUNNER, argument],
    stdin: "piped",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(stdin)).then(() => writer.close()).catch(() => {});
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

async function withFolder(test: (path: string) => Promise<void>): Promise<void> {
  const path = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  try {
    await test(path);
  } finally {
    await Deno.remove(path, { recursive: true });
  }
}

function plan(options: Record<string, string | true>, document = "r.json") {
  return prepare({ options: { ...DEFAULTS, ...options }, operands: [document], server: null }).plan;
}

Deno.test("the plan names what is read and written, and nothing else", () => {
  assert.deepEqual(plan({}), { engine: null, keeper: { ...NOTHING, read: ["r.json"] } });
  assert.deepEqual(plan({}, "-"), { engine: null, keeper: NOTHING });
  assert.deepEqual(plan({ format: "sarif", manifest: "m.json" }).keeper.read, ["r.json", "m.json"]);
  assert.deepEqual(plan({ output: "no/such.html" }).keeper, {
    ...NOTHING,
    read: ["r.json", "no/such.html", "no/such.html.partial"],
    write: ["no/such.html", "no/such.html.partial"],
  });
});

Deno.test("a price that is no number is refused before anything is opened", () => {
  assert.throws(() => plan({ pricePerMtok: "cheap" }), {
    name: "UsageError",
    message: "--price-per-mtok takes a number: US dollars per million tokens",
  });
});

Deno.test("a report from a file or standard input, judged as its run was", async () => {
  await withFolder(async (folder) => {
    const document = `${folder}/report.json`;
    await Deno.writeTextFile(document, renderJson(COMPLETE));
    const fromFile = await run({ document, options: { brief: true } });
    assert.equal(fromFile.code, 3);
    assert.equal(fromFile.stderr, "");
    assert.match(fromFile.stdout, /^few-tools discovery-cost pass attempts=1 tools=12 /);
    const stdin = renderJson(COMPLETE);
    assert.deepEqual(await run({ stdin, options: { brief: true } }), fromFile);
    assert.equal((await run({ stdin: renderJson(reportOf(PASSES)) })).code, 0);
  });
});

Deno.test("every format", async () => {
  const stdin = renderJson(reportOf(PASSES));
  const printed = async (format: string, more: Record<string, string> = {}) => {
    const { code, stdout } = await run({ stdin, options: { format, ...more } });
    assert.equal(code, 0);
    return stdout;
  };
  assert.equal(await printed("json"), stdin);
  assert.match(await printed("text", { pricePerMtok: "3" }), /\n {2}cost: .* 90 tokens .*\n$/);
  assert.match(await printed("markdown", { pricePerMtok: "3" }), /\n- \*\*Session cost:\*\* /);
  assert.match(await printed("junit"), /<testsuites name="mcpeval" tests="6"/);
  assert.match(await printed("sarif"), /"id": "mcpeval\/demo\/"/);
  assert.match(await printed("html"), /^<!DOCTYPE html>/);
});

Deno.test("SARIF results stand where the manifest's cases do", async () => {
  await withFolder(async (folder) => {
    await Deno.mkdir(`${folder}/sub`);
    const manifest =
      `{ // comment\n "probes": [\n  { "id": "few-tools" },\n  { "id": "gone" },\n] }\n`;
    await Deno.writeTextFile(`${folder}/sub/m.jsonc`, manifest);
    const options = { format: "sarif", manifest: `${folder}/sub/m.jsonc` };
    const { stdout } = await run({ stdin: renderJson(COMPLETE), options, cwd: folder });
    const { runs: [{ results }] } = JSON.parse(stdout);
    const places = results.map(
      ({ locations: [{ physicalLocation: place }] }: {
        locations: [{ physicalLocation: { artifactLocation: { uri: string }; region?: unknown } }];
      }) => [place.artifactLocation.uri, place.region],
    );
    // too-dear, journey and gone; then lost checks.
    assert.deepEqual(places.slice(0, 4), [
      ["sub/m.jsonc", undefined],
      ["sub/m.jsonc", undefined],
      ["sub/m.jsonc", { startLine: 4 }],
      ["sub/m.jsonc", { startLine: 1 }],
    ]);
  });
});

Deno.test("what cannot be read is refused with nothing on stdout", async () => {
  await withFolder(async (folder) => {
    const missing = await run({ document: `${folder}/none.json` });
    assert.deepEqual(missing, {
      code: 2,
      stdout: "",
      stderr: `Error: reading ${folder}/none.json failed: no such file; ` +
        "check the path, or write one with --format json\n",
    });
    assert.deepEqual(await run({ stdin: "{}" }), {
      code: 2,
      stdout: "",
      stderr: "Error: not a usable probe report\n\nCaused by:\n    " +
        "schema must be mcpeval.probe-report/v1 or mcpeval.probe-report/v2\n",
    });
    assert.deepEqual(await run({ stdin: "{" }), {
      code: 2,
      stdout: "",
      stderr: "Error: report document is not valid JSON\n\nCaused by:\n    " +
        "syntax error in line 1, column 2\n",
    });
  });
});

Deno.test("a result is written through the keeper, whole, and behind a link", async () => {
  await withFolder(async (folder) => {
    const output = `${folder}/report.json`;
    const [first, second] = [renderJson(reportOf(PASSES)), renderJson(reportOf([]))];
    const options = { format: "json", output };
    const done = { code: 0, stdout: "", stderr: "" };
    assert.deepEqual(await run({ stdin: first, options }), done);
    assert.equal(await Deno.readTextFile(output), first);
    if (Deno.build.os !== "windows") {
      const link = `${folder}/link.json`;
      await Deno.symlink(output, link);
      assert.deepEqual(await run({ stdin: second, options: { ...options, output: link } }), done);
      assert.equal((await Deno.lstat(link)).isSymlink, true);
      assert.equal(await Deno.readTextFile(output), second);
    }
    assert.deepEqual([...Deno.readDirSync(folder)].map(({ name }) => name).sort(), [
      ...(Deno.build.os === "windows" ? [] : ["link.json"]),
      "report.json",
    ]);
    const nowhere = `${folder}/no/such.json`;
    assert.deepEqual(await run({ stdin: first, options: { ...options, output: nowhere } }), {
      code: 3,
      stdout: "",
      stderr: `Error: writing ${nowhere} failed: its folder does not exist\n`,
    });
    // The verdict stays that of the report.
    assert.equal((await run({ stdin: renderJson(COMPLETE), options })).code, 3);
  });
});
