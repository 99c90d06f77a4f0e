import assert from "node:assert/strict";
import { checkOutput, writeOutput } from "../../store/output.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";

const DONE = { ok: true, value: null };

function failed(path: string, why: string) {
  return { ok: false, failure: { exit: 3, message: `writing ${path} failed: ${why}`, causes: [] } };
}

/** What a check of the path says; null when it can be written. */
async function checked(path: string): Promise<string | null> {
  return await checkOutput(path).then(() => null, (error: Error) => error.message);
}

function names({ path }: TempFolder): string[] {
  return [...Deno.readDirSync(path)].map(({ name }) => name).sort();
}

const unix = { ignore: Deno.build.os === "windows" };

Deno.test("a check leaves everything as it was, and a written file stands alone", async () => {
  await using folder = await tempFolder();
  const file = folder.file("new");
  assert.equal(await checked(file), null);
  assert.deepEqual(names(folder), []);
  assert.deepEqual(await writeOutput(file, "one", false), DONE);
  assert.equal(await checked(file), null);
  assert.equal(await Deno.readTextFile(file), "one");
  assert.deepEqual(await writeOutput(file, "two", true), DONE);
  assert.equal(await Deno.readTextFile(file), "two");
  assert.deepEqual(names(folder), ["new"]);
});

Deno.test("what cannot be written is named by the check and by the writing", async () => {
  await using folder = await tempFolder();
  await folder.write("file", "");
  await folder.write("busy.partial", "not ours");
  const cases: [name: string, why: string][] = [
    ["no/such", "its folder does not exist"],
    [".", "it is a folder"],
    ["busy", "remove the .partial file beside it first"],
  ];
  if (Deno.build.os !== "windows") {
    cases.push(["file/x", "a part of the path is not a folder"]);
  }
  for (const [name, why] of cases) {
    const path = folder.file(name);
    assert.equal(await checked(path), `writing ${path} failed: ${why}`);
    assert.deepEqual(await writeOutput(path, "text", true), failed(path, why));
  }
  assert.equal(await Deno.readTextFile(folder.file("busy.partial")), "not ours");
  assert.deepEqual(await writeOutput(folder.file("file"), "text", false), {
    ...failed(folder.file("file"), "the file exists"),
  });
});

Deno.test("a file keeps its mode, a new one gets the user's", unix, async () => {
  await using folder = await tempFolder();
  for (const mode of [0o600, 0o666, 0o755, 0o444]) {
    const file = await folder.write("file", "old and longer");
    await Deno.chmod(file, mode);
    assert.deepEqual(await writeOutput(file, "new", true), DONE);
    assert.equal(((await Deno.stat(file)).mode ?? 0) & 0o777, mode);
    assert.equal(await Deno.readTextFile(file), "new");
    await Deno.remove(file);
  }
  await writeOutput(folder.file("new"), "text", true);
  const other = await folder.write("other", "");
  assert.equal((await Deno.stat(folder.file("new"))).mode, (await Deno.stat(other)).mode);
});

Deno.test("a pipe gets the text as it comes, a reader that leaves is no error", unix, async () => {
  await using folder = await tempFolder();
  const pipe = folder.file("pipe");
  await new Deno.Command("mkfifo", { args: [pipe] }).output();
  // Nobody reads yet: the check must not wait.
  assert.equal(await checked(pipe), null);
  const read = async (program: string, ...args: string[]) => {
    const { stdout } = await new Deno.Command(program, { args: [...args, pipe] }).output();
    return new TextDecoder().decode(stdout);
  };
  const whole = read("cat");
  assert.deepEqual(await writeOutput(pipe, "through the pipe", true), DONE);
  assert.equal(await whole, "through the pipe");
  const first = read("head", "-c", "1");
  assert.deepEqual(await writeOutput(pipe, "x".repeat(1_000_000), true), DONE);
  assert.equal(await first, "x");
  assert.deepEqual(names(folder), ["pipe"]);
});

Deno.test("/dev/null swallows the text", unix, async () => {
  assert.equal(await checked("/dev/null"), null);
  for (const replace of [true, false]) {
    assert.deepEqual(await writeOutput("/dev/null", "text", replace), DONE);
  }
  assert.equal((await Deno.stat("/dev/null")).isCharDevice, true);
});

Deno.test("a socket is refused", unix, async () => {
  await using folder = await tempFolder();
  const path = folder.file("socket");
  using _listener = Deno.listen({ transport: "unix", path });
  const why = "it is not a regular file";
  assert.equal(await checked(path), `writing ${path} failed: ${why}`);
  assert.deepEqual(await writeOutput(path, "text", true), failed(path, why));
});

/** Whether a name space with mounts of its own can be made here. */
async function canMount(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const probe = new Deno.Command("unshare", { args: ["-rm", "true"], stderr: "null" });
  return await probe.output().then(({ success }) => success, () => false);
}

const mounting = { ignore: !(await canMount()) };

/** Checks and writes in a name space that `mounts` prepares; the file is `$0`. */
async function mounted(mounts: string, file: string): Promise<unknown[]> {
  const script = `import { checkOutput, writeOutput } from ${
    JSON.stringify(new URL("../../store/output.ts", import.meta.url).href)
  };
const path = Deno.args[0];
const check = await checkOutput(path).then(() => null, ({ message }) => message);
console.log(JSON.stringify([check, await writeOutput(path, "new", true)]));`;
  const run = `${mounts} && exec "$1" run -A --quiet --no-check --no-lock --ext=ts - "$0"`;
  const child = new Deno.Command("unshare", {
    args: ["-rm", "sh", "-c", run, file, Deno.execPath()],
    stdin: "piped",
    stdout: "piped",
  }).spawn();
  const writer = child.stdin.getWriter();
  await writer.write(new TextEncoder().encode(script));
  await writer.close();
  const { stdout } = await child.output();
  return JSON.parse(new TextDecoder().decode(stdout));
}

Deno.test("a single file that is mounted is written in its place", mounting, async () => {
  await using folder = await tempFolder();
  const file = await folder.write("file", "old and longer");
  assert.deepEqual(await mounted(`mount --bind "$0" "$0"`, file), [null, DONE]);
  assert.equal(await Deno.readTextFile(file), "new");
  assert.deepEqual(names(folder), ["file"]);
});

Deno.test("a read-only place is named before and after", mounting, async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("sub"));
  const file = await folder.write("sub/file", "old");
  const mounts = `d=$(dirname "$0") && mount --bind "$d" "$d" && mount -o remount,bind,ro "$d"`;
  for (const path of [file, folder.file("sub/new")]) {
    const why = "the file system is read-only";
    assert.deepEqual(await mounted(mounts, path), [
      `writing ${path} failed: ${why}`,
      failed(path, why),
    ]);
  }
  assert.equal(await Deno.readTextFile(file), "old");
});
