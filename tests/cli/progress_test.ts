import assert from "node:assert/strict";
import { mcpeval, SOURCE, type TempFolder, tempFolder } from "./run.ts";

/** A server that answers each request once a file of the folder `$1` exists: a, b, c. */
const WAITING = `
when() { while [ ! -e "$1" ]; do sleep 0.02; done; }
read line; when "$1/a"
echo '{"jsonrpc":"2.0","id":1,"result":{"protocolVersion":"2025-06-18","capabilities":{}}}'
read line; read line; when "$1/b"
echo '{"jsonrpc":"2.0","id":2,"result":{"tools":[{"name":"look","inputSchema":{"type":"object"}}]}}'
read line; when "$1/c"
echo '{"jsonrpc":"2.0","id":3,"result":{"content":[]}}'
read line
`;

async function probe(folder: TempFolder): Promise<string[]> {
  const look = { id: "look", probe: "schema-guessability", tool: "look", access: "read_only" };
  const manifest = { version: 1, probes: [{ ...look, arguments: {} }] };
  const path = await folder.write("m.json", JSON.stringify(manifest));
  const words = ["probe", "--server", "a", "--gate-only", "--manifest", path];
  return [...words, "--", "sh", "-c", WAITING, "sh", folder.path];
}

Deno.test({
  name: "a terminal is told of connecting, listing and the cases of a run that takes long",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using folder = await tempFolder();
    // The words have no quotes but those of the server, which is in a variable.
    const words = [...SOURCE, ...await probe(folder)]
      .map((word) => word === WAITING ? '"$WAITING"' : word).join(" ");
    const child = new Deno.Command("script", {
      args: ["-qefc", `${words} > ${folder.path}/report`, "/dev/null"],
      env: { WAITING, NO_COLOR: "1", TERM: "xterm" },
      stdin: "null",
      stdout: "piped",
    }).spawn();
    let shown = "";
    const reader = child.stdout.pipeThrough(new TextDecoderStream()).getReader();
    const states = [["connecting to the server", "a"], ["listing the tools", "b"], [
      "0/1 look",
      "c",
    ]];
    for (const [state = "", file = ""] of states) {
      while (!shown.includes(`\r\x1b[K${state}`)) {
        const { value, done } = await reader.read();
        assert.equal(done, false, `ended before ${state}: ${shown}`);
        shown += value;
      }
      await folder.write(file, "");
    }
    for (let chunk = await reader.read(); !chunk.done; chunk = await reader.read()) {
      shown += chunk.value;
    }
    assert.equal((await child.status).code, 0);
    assert.ok(shown.endsWith("\r\x1b[K"), "the line is removed at the end");
    // deno-lint-ignore no-control-regex -- it is what a color begins with
    assert.doesNotMatch(shown, /\x1b\[[0-9;]*m/);
    assert.match(await Deno.readTextFile(folder.file("report")), /^look schema-guessability pass /);
  },
});

Deno.test("a pipe is told nothing", async () => {
  await using folder = await tempFolder();
  const words = await probe(folder);
  const running = mcpeval(words);
  const late = setTimeout(() => Deno.writeTextFileSync(folder.file("c"), ""), 1500);
  try {
    for (const file of ["a", "b"]) await folder.write(file, "");
    const { code, stderr } = await running;
    assert.deepEqual([code, stderr], [0, ""]);
  } finally {
    clearTimeout(late);
  }
});

Deno.test({
  name: "a terminal that cannot take a line back is told nothing",
  ignore: Deno.build.os !== "linux",
  async fn() {
    await using folder = await tempFolder();
    const words = [...SOURCE, ...await probe(folder)]
      .map((word) => word === WAITING ? '"$WAITING"' : word).join(" ");
    for (const file of ["a", "b"]) await folder.write(file, "");
    const late = setTimeout(() => Deno.writeTextFileSync(folder.file("c"), ""), 1500);
    try {
      const { code, stdout } = await new Deno.Command("script", {
        args: ["-qefc", `${words} > ${folder.path}/report`, "/dev/null"],
        env: { WAITING, TERM: "dumb" },
        stdin: "null",
      }).output();
      assert.deepEqual([code, new TextDecoder().decode(stdout)], [0, ""]);
    } finally {
      clearTimeout(late);
    }
  },
});
