import assert from "node:assert/strict";
import { SOURCE, tempFolder } from "./run.ts";

/**
 * A server with a child of its own, both deaf to TERM; it writes both process ids to a file and
 * then answers nothing.
 */
const STUBBORN = `
trap '' TERM
(trap '' TERM; while :; do sleep 0.1; done) &
echo "$$ $!" > "$1"
while :; do sleep 0.1; done
`;

function alive(pid: number): boolean {
  try {
    // A process that has ended but was not waited for still has a state.
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

async function pidsIn(file: string): Promise<number[]> {
  for (;;) {
    const text = await Deno.readTextFile(file).catch(() => "");
    if (text.endsWith("\n")) return text.trim().split(" ").map(Number);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}

for (const [signal, code] of [["SIGINT", 130], ["SIGTERM", 143]] as const) {
  Deno.test({
    name: `${signal} ends the server with all that it started, then mcpeval`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      await using folder = await tempFolder();
      const pids = folder.file("pids");
      const [program = "", ...args] = SOURCE;
      const child = new Deno.Command(program, {
        args: [
          ...args,
          ...["init", "--server", "stubborn", "--output", folder.file("m.json")],
          ...["--", "sh", "-c", STUBBORN, "sh", pids],
        ],
        stdin: "null",
        stdout: "null",
        stderr: "null",
      }).spawn();
      const started = await pidsIn(pids);
      assert.equal(started.length, 2);
      assert.deepEqual(started.map(alive), [true, true]);
      child.kill(signal);
      const status = await child.status;
      assert.deepEqual({ code: status.code, signal: status.signal }, { code, signal: null });
      assert.deepEqual(started.map(alive), [false, false]);
    },
  });
}
