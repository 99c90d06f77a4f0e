import assert from "node:assert/strict";
import { alive, pidsIn, WITH_CHILD } from "./processes.ts";
import { SOURCE, tempFolder } from "./run.ts";

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
          ...["--", "sh", "-c", WITH_CHILD, "sh", pids, ""],
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
