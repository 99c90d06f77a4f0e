import assert from "node:assert/strict";
import { assertStandsAlone } from "../diff/pages.ts";
import { index, promoted } from "../store/findings/journal.ts";
import { mcpeval, type Ran, type TempFolder, tempFolder } from "./run.ts";

function findings(home: string, ...args: string[]): Promise<Ran> {
  return mcpeval(["findings", ...args], { env: { MCPEVAL_HOME: home } });
}

async function homeWithFinding(): Promise<TempFolder> {
  const folder = await tempFolder();
  await index(folder.path, [[{ args: { q: "str<8" } }], [{}]]);
  await promoted(folder.path);
  return folder;
}

const AGENT =
  /^finding finding-c51a0331c38ffd99 demo\/save state=open probe=none consecutive_passes=0 severity=low score=0\.342380 .* class=recurring-error\n {2}cause code="E1" template_id=aaaaaaaaaaaaaaaa last_seen=2026-11-30T12:00:00Z\n {2}hint: [^\n]+\n {2}repro=\{"q":"str<8"\}\n$/;

Deno.test("findings are printed in four forms", async () => {
  await using folder = await homeWithFinding();
  const forms: [args: string[], stdout: RegExp][] = [
    [[], AGENT],
    [["--format", "agent"], AGENT],
    [["--format", "md"], /^# MCP Evaluation Findings\n\n## demo \/ save\n\n- Finding ID: finding-/],
    [["--format", "json"], /^\[\n {2}\{\n {4}"finding_id": "finding-c51a0331c38ffd99",\n/],
    [["--format", "html"], /^<!DOCTYPE html>\n/],
  ];
  for (const [args, stdout] of forms) {
    const ran = await findings(folder.path, ...args);
    assert.deepEqual([args, ran.code, ran.stderr], [args, 0, ""]);
    assert.match(ran.stdout, stdout);
  }
  assert.equal((await findings(folder.path, "--format", "text")).code, 2);
});

Deno.test("findings go to a file", async () => {
  await using folder = await homeWithFinding();
  const page = folder.file("findings.html");
  const ran = await findings(folder.path, "--format", "html", "--output", page);
  assert.deepEqual(ran, { code: 0, stdout: "", stderr: "" });
  assertStandsAlone((await Deno.readTextFile(page)).trimEnd());
  const own = await findings(folder.path, "--output", folder.file("index.db"));
  assert.equal(own.code, 2);
  assert.match(own.stderr, /^Error: --output would overwrite .*index\.db/);
});

Deno.test("without findings every form is empty, and stderr says how to see more", async () => {
  await using folder = await tempFolder();
  await index(folder.path, []);
  await promoted(folder.path);
  const forms: [format: string, stdout: string][] = [
    ["agent", ""],
    ["md", "# MCP Evaluation Findings\n\n"],
    ["json", "[]\n"],
  ];
  for (const [format, stdout] of forms) {
    assert.deepEqual(await findings(folder.path, "--format", format), {
      code: 0,
      stdout,
      stderr: "no promoted findings; mcpeval promote --threshold 0 takes lower scores, too\n",
    });
  }
});

Deno.test("before anything was promoted findings is exit 3 and makes nothing", async () => {
  await using folder = await tempFolder();
  const nothing = {
    code: 3,
    stdout: "",
    stderr: "Error: nothing was promoted yet; run mcpeval index and mcpeval promote\n",
  };
  assert.deepEqual(await findings(folder.file("home")), nothing);
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
  await index(folder.path, [[{}], [{}]]);
  assert.deepEqual(await findings(folder.path), nothing);
  await folder.write("index.db", "no database at all");
  assert.deepEqual(await findings(folder.path), {
    code: 3,
    stdout: "",
    stderr: `Error: ${folder.file("index.db")}: it is not a database; move it away\n`,
  });
});

Deno.test("findings may read the index only, write nothing, and leaves it as it is", async () => {
  await using folder = await homeWithFinding();
  const options = { env: { MCPEVAL_HOME: folder.path } };
  const printed = await mcpeval(["--print-permissions", "findings"], options);
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: {
      read: ["", "-journal", "-wal", "-shm"].map((ending) => folder.file(`index.db${ending}`)),
      write: [],
      net: [],
      run: [],
      env: [],
    },
  });
  assert.equal((await mcpeval(["--prove-permissions", "findings"], options)).code, 0);
  const before = await Deno.readFile(folder.file("index.db"));
  await Deno.chmod(folder.file("index.db"), 0o400);
  assert.equal((await findings(folder.path)).code, 0);
  assert.deepEqual(await Deno.readFile(folder.file("index.db")), before);
  assert.deepEqual(
    [...Deno.readDirSync(folder.path)].map(({ name }) => name).sort(),
    ["index.db", "lifecycle.db", "store"],
  );
});
