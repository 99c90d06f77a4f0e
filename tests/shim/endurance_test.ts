/** Many shims at once, shims that are killed, disks that are full. */

import assert from "node:assert/strict";
import { lineText, readLines } from "../../store/lines.ts";
import { parseJson } from "../../core/mcp/json.ts";
import { projectCall, type StoredCall } from "../../store/project.ts";
import { BINARY, SOURCE, tempFolder, testServer } from "../cli/run.ts";
import { call, shell, shimmed } from "./shimmed.ts";

const linux = { ignore: Deno.build.os !== "linux" };
/** With the number of rounds that a test may take: starting from source is slow. */
const PROGRAMS = [["from source", SOURCE, 10], ["compiled", BINARY, 50]] as const;

/** A server that answers each request with an empty result, and takes next to nothing. */
const ECHO = ["sed", "-u", 's/.*"id":\\([0-9]*\\).*/{"jsonrpc":"2.0","id":\\1,"result":{}}/'];

/** The records of a store by their captures; lines with an end must be records. */
function load(home: string): { captures: Map<string, StoredCall[]>; torn: number } {
  const captures = new Map<string, StoredCall[]>();
  let torn = 0;
  for (const { name } of Deno.readDirSync(`${home}/store`)) {
    using file = Deno.openSync(`${home}/store/${name}`);
    for (const { bytes, ended, number } of readLines(file, name)) {
      if (!ended) {
        torn++;
        continue;
      }
      const record = projectCall(parseJson(lineText(bytes) ?? ""));
      assert.ok(record?.identity, `${name}:${number}`);
      const { capture_id } = record.identity;
      const known = captures.get(capture_id);
      if (known === undefined) captures.set(capture_id, [record]);
      else known.push(record);
    }
  }
  return { captures, torn };
}

/** How many bytes the journals of a home have. */
function sizeOf(home: string): number {
  try {
    const names = [...Deno.readDirSync(`${home}/store`)].map(({ name }) => name);
    return names.reduce((sum, name) => sum + Deno.statSync(`${home}/store/${name}`).size, 0);
  } catch {
    return 0; // it is not made yet
  }
}

/** Asserts that the records of each capture are numbered from 1 without a gap. */
function assertWhole(captures: Map<string, StoredCall[]>): void {
  for (const records of captures.values()) {
    assert.deepEqual(records.map(({ seq }) => seq), records.map((_, index) => index + 1));
  }
}

for (const [name, program] of PROGRAMS) {
  Deno.test(`24 shims share a home that none of them finds, ${name}`, linux, async () => {
    await using folder = await tempFolder();
    const ids = Array.from({ length: 50 }, (_, index) => index + 1);
    const frames = ids.map((id) => call(id)).join("");
    await Promise.all(Array.from({ length: 24 }, async () => {
      await using shim = shimmed(folder, ECHO, { program });
      const answers = shim.rest();
      await shim.send(frames);
      await shim.close();
      const expected = ids.map((id) => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`).join("");
      assert.equal(new TextDecoder().decode(await answers), expected);
      assert.deepEqual([await shim.code, await shim.stderr], [0, ""]);
    }));
    const home = folder.file("home");
    const { captures, torn } = load(home);
    assert.deepEqual([captures.size, torn], [24, 0]);
    for (const records of captures.values()) assert.equal(records.length, 50);
    assertWhole(captures);
    assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name).sort(), [
      ".salt",
      "store",
    ]);
    assert.equal((await Deno.stat(`${home}/.salt`)).size, 32);
  });
}

for (const [name, program, rounds] of PROGRAMS) {
  Deno.test(`a journal loads, ${rounds} times that a shim is killed, ${name}`, linux, async () => {
    await using folder = await tempFolder();
    // Large records: the more there is to write, the likelier it is interrupted.
    const args = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`key_${index}`, 1]));
    const frames = Array.from({ length: 4_000 }, (_, id) => call(id, args)).join("");
    for (let round = 0; round < rounds; round++) {
      await using shim = shimmed(folder, ECHO, { program });
      shim.send(frames).catch(() => {}); // it is killed meanwhile
      const rest = shim.rest();
      const before = sizeOf(shim.home);
      while (sizeOf(shim.home) === before) await new Promise((resolve) => setTimeout(resolve, 1));
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 30));
      shim.process.kill("SIGKILL");
      await shim.process.status;
      await rest;
      const { captures, torn } = load(shim.home);
      assertWhole(captures);
      assert.ok(torn <= 1);
    }
    await using last = shimmed(folder, ECHO, { program });
    await last.send(call(1));
    await last.line();
    await last.close();
    assert.equal(await last.code, 0);
    const { captures, torn } = load(last.home);
    assertWhole(captures);
    assert.equal(torn, 0, "the next writer mends the end");
    assert.ok(captures.size > rounds, "each was killed once it wrote");
  });
}

/** Runs a command in whose place no file can grow beyond 16 KiB. */
function withSmallFiles(program: readonly string[]): string[] {
  return ["sh", "-c", 'trap "" XFSZ; ulimit -f 32; exec "$@"', "sh", ...program];
}

/** Runs a command with a disk of 64 KiB as its home; what is on it at the end goes to a folder. */
function onSmallDisk(program: readonly string[], home: string, copy: string): string[] {
  const script =
    'mount -t tmpfs -o size=64k none "$1" || exit 99; home="$1"; copy="$2"; shift 2; ' +
    '"$@"; code=$?; cp -r "$home/store" "$copy"; exit $code';
  return ["unshare", "-rm", "sh", "-c", script, "sh", home, copy, ...program];
}

async function canMount(): Promise<boolean> {
  if (Deno.build.os !== "linux") return false;
  const script = ["-rm", "sh", "-c", "mount -t tmpfs -o size=64k none /mnt"];
  const quiet = { stdin: "null", stdout: "null", stderr: "null" } as const;
  const child = new Deno.Command("unshare", { args: script, ...quiet });
  return await child.output().then(({ success }) => success, () => false);
}

const smallDisk = { ignore: !await canMount() };
const SERVER = testServer("tests/shim/echo-server.ts");

for (const [name, program] of PROGRAMS) {
  for (const kind of ["file that may not grow", "disk that is full"] as const) {
    const options = kind === "disk that is full" ? smallDisk : linux;
    Deno.test(`a ${kind} does not hold the traffic, ${name}`, options, async () => {
      await using folder = await tempFolder();
      const home = folder.file("home");
      await Deno.mkdir(home);
      const copy = folder.file("copy");
      const limited = kind === "disk that is full"
        ? onSmallDisk(program, home, copy)
        : withSmallFiles(program);
      await using shim = shimmed(folder, SERVER, { program: limited });
      for (let id = 1; id <= 400; id++) {
        await shim.send(call(id));
        assert.equal(await shim.line(), `{"jsonrpc":"2.0","id":${id},"result":{"pad":""}}\n`);
      }
      await shim.close();
      assert.equal(await shim.code, 3);
      const complaints = (await shim.stderr).split("\n");
      assert.equal(complaints.length, 2, "it is said once");
      assert.match(
        complaints[0] ?? "",
        /^recording failed, .*traffic is not affected: .*calls-.*\.jsonl/,
      );
      if (kind === "disk that is full") {
        await Deno.mkdir(folder.file("copied"));
        await Deno.rename(copy, folder.file("copied/store"));
      }
      const { captures, torn } = load(kind === "disk that is full" ? folder.file("copied") : home);
      assert.deepEqual([captures.size, torn], [1, 0]);
      // A batch that does not fit is lost as a whole; a smaller one may still fit.
      const seqs = [...captures.values()].flat().map(({ seq }) => seq);
      assert.ok(seqs.length >= 1 && seqs.length < 400, `${seqs.length} records`);
      assert.deepEqual(seqs, seqs.toSorted((a, b) => a - b));
    });
  }
}

Deno.test("the server of a shim whose journal is full ends as it would", linux, async () => {
  await using folder = await tempFolder();
  const home = folder.file("home");
  const options = { home, program: withSmallFiles(SOURCE) };
  await using shim = shimmed(folder, shell("cat > /dev/null; exit 7"), options);
  await shim.close();
  assert.equal(await shim.code, 7, "nothing was lost");
});
