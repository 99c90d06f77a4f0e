import assert from "node:assert/strict";
import { change, index, promoted } from "../store/findings/journal.ts";
import { mcpeval, type Ran, type TempFolder, tempFolder } from "./run.ts";

/** Runs export-issues in a folder, which is also the home. */
function exportIssues(folder: TempFolder, ...args: string[]): Promise<Ran> {
  return mcpeval(["export-issues", "--dir", "out/issues", ...args], {
    cwd: folder.path,
    env: { MCPEVAL_HOME: folder.path },
  });
}

/** A home with an open finding and a closed one. */
async function homeWithFindings(): Promise<TempFolder> {
  const folder = await tempFolder();
  await index(folder.path, [[{ tool: "a" }, { tool: "b" }], [{ tool: "a" }, { tool: "b" }]]);
  await promoted(folder.path);
  change(
    folder.file("lifecycle.db"),
    "UPDATE finding_lifecycle SET state = 'closed', probe_id = 'case-1' WHERE tool = 'b'",
  );
  await promoted(folder.path);
  return folder;
}

function files(folder: TempFolder): string[] {
  return [...Deno.readDirSync(folder.file("out/issues"))].map(({ name }) => name).sort();
}

Deno.test("each open finding becomes a file, the others with --include-closed", async () => {
  await using folder = await homeWithFindings();
  assert.deepEqual(await exportIssues(folder), {
    code: 0,
    stdout: "wrote 1 issue files to out/issues\n",
    stderr: "",
  });
  const [open = ""] = files(folder);
  assert.match(open, /^finding-[0-9a-f]{16}\.md$/);
  const text = await Deno.readTextFile(folder.file(`out/issues/${open}`));
  assert.ok(text.startsWith(`# ${open.slice(0, -3)}: demo/a keeps failing\n`));
  assert.match(text, /^- State: open$/m);

  const refused = await exportIssues(folder, "--include-closed");
  assert.deepEqual([refused.code, refused.stdout], [3, ""]);
  assert.match(refused.stderr, /^Error: .*out\/issues is not empty; write into it with --force\n$/);

  await folder.write("out/issues/mine.txt", "mine");
  await folder.write(`out/issues/${open}`, "old");
  const forced = await exportIssues(folder, "--include-closed", "--force");
  assert.equal(forced.stdout, "wrote 2 issue files to out/issues\n");
  assert.equal(files(folder).length, 3);
  assert.equal(await Deno.readTextFile(folder.file("out/issues/mine.txt")), "mine");
  assert.equal(await Deno.readTextFile(folder.file(`out/issues/${open}`)), text);
});

Deno.test("findings are not written into the store, and the help names every state", async () => {
  await using folder = await homeWithFindings();
  const env = { MCPEVAL_HOME: folder.path };
  for (const dir of ["store", "store/issues", "STORE/../store/x", "config.json"]) {
    const ran = await mcpeval(["export-issues", "--dir", dir], { cwd: folder.path, env });
    assert.deepEqual([ran.code, ran.stdout], [2, ""]);
    assert.match(
      ran.stderr,
      /^Error: --dir would write into what mcpeval keeps in its home; name /,
    );
  }
  assert.deepEqual([...Deno.readDirSync(folder.file("store"))].length, 1);
  const { stdout } = await mcpeval(["export-issues", "--help"]);
  assert.match(stdout, /--include-closed .*fix-claimed, verifying or\s+closed/s);
});

Deno.test("with nothing to export it is exit 3 and no folder is made", async () => {
  await using folder = await homeWithFindings();
  change(folder.file("index.db"), "UPDATE finding_lifecycle SET state = 'fix-claimed'");
  assert.deepEqual(await exportIssues(folder), {
    code: 3,
    stdout: "",
    stderr: "Error: there are no open findings to export; --include-closed takes the others\n",
  });
  change(folder.file("index.db"), "DELETE FROM findings");
  assert.deepEqual(await exportIssues(folder, "--include-closed"), {
    code: 3,
    stdout: "",
    stderr: "Error: there are no findings to export\n",
  });
  assert.throws(() => Deno.statSync(folder.file("out")), Deno.errors.NotFound);
});

Deno.test("a file in the way of the folder is exit 3", async () => {
  await using folder = await homeWithFindings();
  await Deno.mkdir(folder.file("out"));
  await folder.write("out/issues", "mine");
  const ran = await exportIssues(folder, "--force");
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /^Error: creating .*out\/issues failed: /);
  assert.equal(await Deno.readTextFile(folder.file("out/issues")), "mine");
});

Deno.test("export-issues may write its folder only", async () => {
  await using folder = await tempFolder();
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  const args = ["export-issues", "--dir", "out"];
  const printed = await mcpeval(["--print-permissions", ...args], options);
  assert.deepEqual(JSON.parse(printed.stdout).keeper.write, ["out"]);
  assert.equal((await mcpeval(["--prove-permissions", ...args], options)).code, 0);
  assert.equal((await mcpeval(["export-issues", "--dir="], options)).code, 2);
});
