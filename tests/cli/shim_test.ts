import assert from "node:assert/strict";
import { call, digest, shell, shimmed } from "../shim/shimmed.ts";
import { BINARY, mcpeval, run, SOURCE, tempFolder, testServer } from "./run.ts";

const ECHO = testServer("tests/shim/echo-server.ts");

/** Bytes of every value, with newlines among them, in a fixed order. */
function noise(length: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  let state = 1;
  for (let index = 0; index < length; index++) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    bytes[index] = state >>> 16;
  }
  return bytes;
}

Deno.test("bytes pass unchanged in both directions, whatever they are and however they come", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(folder, ["cat"]);
  // Not UTF-8, and without a newline at the end.
  const bytes = noise(3_000_001);
  const passed = shim.rest();
  for (let at = 0, size = 1; at < bytes.length; at += size, size = (size * 7) % 99_991) {
    await shim.send(bytes.slice(at, at + size));
  }
  await shim.close();
  assert.equal(await digest(await passed), await digest(bytes));
  assert.equal(await shim.code, 0);
  assert.equal(await shim.stderr, "");
});

Deno.test("a frame that comes byte by byte, a banner, CRLF, blank lines and a mark pass unchanged", async () => {
  await using folder = await tempFolder();
  const frame = '{"jsonrpc":"2.0","id":1,"result":{"é":"🐎"}}';
  const text = `\ufeffServer listening\n\r\n\n{"a":NaN,}\n[]\n${frame}\r\n`;
  const script = await folder.write("frames", text);
  await using shim = shimmed(folder, shell('read line; dd if="$1" bs=1 2>/dev/null', script));
  await shim.send(call(1));
  await shim.close();
  assert.equal(new TextDecoder("utf-8", { ignoreBOM: true }).decode(await shim.rest()), text);
  assert.equal(await shim.code, 0);
  const records = await shim.records();
  assert.deepEqual(records.map(({ method, outcome }) => [method, outcome]), [
    ["unparsed/inbound", "unparsed"],
    ["unparsed/inbound", "unparsed"],
    ["unparsed/inbound", "unparsed"],
    ["unparsed/inbound", "unparsed"],
    ["unparsed/inbound", "unparsed"],
    ["tools/call", "ok"],
  ]);
  assert.deepEqual(records.map(({ seq }) => seq), [1, 2, 3, 4, 5, 6]);
});

Deno.test("stderr and the environment are the server's own", async () => {
  await using folder = await tempFolder();
  const script = 'head -c 262144 /dev/zero | tr "\\0" e >&2; printf %s "$MARK" >&2; read line; cat';
  await using shim = shimmed(folder, shell(script), { env: { MARK: "mark" } });
  await shim.send(`${call(1)}last\n`);
  assert.equal(await shim.line(), "last\n");
  await shim.close();
  assert.equal(await shim.code, 0);
  assert.equal(await shim.stderr, `${"e".repeat(262_144)}mark`);
});

Deno.test("a call is recorded in the form of the journal", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(folder, ECHO, { env: { MCPEVAL_SESSION: "sess-1" } });
  await shim.send(call("a", { path: "/srv/secret", n: 1 }));
  assert.equal(await shim.line(), '{"jsonrpc":"2.0","id":"a","result":{"pad":""}}\n');
  await shim.close();
  assert.equal(await shim.code, 0);
  const [record, ...more] = await shim.records();
  assert.ok(record !== undefined && more.length === 0);
  const { identity, ts, latency_ms, shim_self_us, ...rest } = record;
  assert.deepEqual(rest, {
    session: "session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c",
    seq: 1,
    server: "test",
    method: "tools/call",
    tool: "tool",
    args: { n: "num:1", path: "str<32" },
    outcome: "ok",
    kind: "real",
  });
  assert.deepEqual(Object.keys(identity as object), ["capture_id", "event_id"]);
  assert.ok(Math.abs(Date.parse(String(ts)) - Date.now()) < 60_000);
  assert.ok(Number.isSafeInteger(latency_ms) && Number(latency_ms) >= 0);
  assert.ok(Number.isSafeInteger(shim_self_us) && Number(shim_self_us) > 0);
});

Deno.test("the server's exit code is the shim's, 128 + n after a signal", async () => {
  await using folder = await tempFolder();
  for (const [script, code] of [["exit 0", 0], ["exit 7", 7], ["kill -TERM $$", 143]] as const) {
    // The agent's side stays open: the end of the server is enough.
    await using shim = shimmed(folder, shell(script));
    assert.equal(await shim.code, code, script);
    assert.equal(await shim.stderr, "", script);
  }
});

Deno.test("what the server wrote last is passed on before the shim ends", async () => {
  await using folder = await tempFolder();
  await using shim = shimmed(folder, shell("head -c 300000 /dev/zero; exit 5"));
  assert.equal((await shim.rest()).length, 300_000);
  assert.equal(await shim.code, 5);
});

/** Sets a variable to a byte that is not UTF-8, which the tests' own runtime cannot. */
function withBytes(name: string, command: readonly string[]): string[] {
  return [
    "sh",
    "-c",
    'v=$1; shift; eval "$v=/usr/bin:/bin:\\$(printf \'\\377\')"; export "$v"; exec "$@"',
    "sh",
    name,
    ...command,
  ];
}

Deno.test("variables that are not UTF-8 are named, or not needed", {
  ignore: Deno.build.os === "windows",
}, async () => {
  await using folder = await tempFolder();
  const env = { MCPEVAL_HOME: folder.file("home") };
  const shim = ["shim", "--server", "a", "--", "sh", "-c", "exit 5"];
  for (const name of ["MCPEVAL_SESSION", "MCPEVAL_HOME"]) {
    const [program = "", ...args] = withBytes(name, SOURCE);
    const { code, stdout, stderr } = await run([program, ...args], shim, { env, stdin: "" });
    assert.deepEqual([name, code, stdout], [name, 3, ""]);
    assert.match(
      stderr,
      new RegExp(`^Error: the environment variable ${name} is not UTF-8; set it to other text\n`),
    );
  }
  for (const name of ["SOME_OTHER", "PATH"]) {
    const [program = "", ...args] = withBytes(name, SOURCE);
    const { code, stderr } = await run([program, ...args], shim, { env, stdin: "" });
    assert.deepEqual([name, code, stderr], [name, 5, ""]);
  }
});

Deno.test("an argument that is not UTF-8 ends the program before it begins", {
  ignore: Deno.build.os === "windows",
}, async () => {
  const [program = ""] = BINARY;
  const script = 'exec "$0" explain "$(printf \'\\377\')"';
  const { code, stdout } = await run(["sh", "-c", script, program], []);
  assert.deepEqual([code, stdout], [101, ""]);
});

Deno.test("a store that is a link is named before the server is started", async () => {
  await using folder = await tempFolder();
  await Deno.mkdir(folder.file("home"));
  await Deno.mkdir(folder.file("elsewhere"));
  await Deno.symlink(folder.file("elsewhere"), folder.file("home/store"));
  const env = { MCPEVAL_HOME: folder.file("home") };
  const commands = [
    ["shim", "--server", "a", "--", "sh", "-c", "echo started >&2"],
    ["annotate", "--session", "a", "--seq", "1", "--kind", "workaround", "--note", ""],
    ["index"],
    ["doctor"],
    ["share", "--dir", folder.file("out")],
  ];
  for (const args of commands) {
    const { code, stdout, stderr } = await mcpeval(args, { env, stdin: "" });
    assert.deepEqual([args[0], code, stdout], [args[0], 3, ""]);
    assert.equal(
      stderr,
      `Error: ${folder.file("home/store")} is a symbolic link; move the store back\n`,
    );
  }
});

Deno.test("usage and start-up failures", async () => {
  await using folder = await tempFolder();
  const env = { MCPEVAL_HOME: folder.file("home") };
  const shim = (...args: string[]) => mcpeval(["shim", ...args], { env, stdin: "" });

  const none = await shim("--server", "a");
  assert.deepEqual([none.code, none.stdout], [2, ""]);
  assert.match(none.stderr, /^Error: .*after --/);

  const label = await shim("--server", "no label", "--", "cat");
  assert.deepEqual([label.code, label.stdout], [3, ""]);
  assert.match(label.stderr, /^Error: .*label/);
  assert.deepEqual([...Deno.readDirSync(folder.path)], [], "nothing was opened");

  const absent = await shim("--server", "a", "--", "no-such-program", "--token", "SECRET");
  assert.equal(absent.code, 3);
  assert.match(absent.stderr, /^Error: .*not found: no-such-program; [a-zA-Z, ]+\n$/);

  await folder.write("file", "");
  const home = await mcpeval(["shim", "--server", "a", "--", "sh", "-c", "echo started >&2"], {
    env: { MCPEVAL_HOME: folder.file("file") },
    stdin: "",
  });
  assert.equal(home.code, 3);
  assert.match(home.stderr, /^Error: /);
  assert.doesNotMatch(home.stderr, /started/);
});
