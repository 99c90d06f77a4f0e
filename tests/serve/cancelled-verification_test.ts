/** A verification that is cancelled is none, whatever its case would make of a lost connection. */

import assert from "node:assert/strict";
import { alive, pidsIn } from "../cli/processes.ts";
import { tempFolder } from "../cli/run.ts";
import { index, promoted } from "../store/findings/journal.ts";
import { callTool, connect, requestText, startService } from "./harness.ts";

/** It takes a lost connection for an answer, if not for the expected one (manifest-and-probes.md §9). */
const CASE = {
  probe: "payload-bounds",
  id: "c",
  tool: "save",
  access: "read_only",
  arguments: {},
  field: "city",
  size_bytes: 10,
  expect_handled: false,
};
const HEAD = ["Host: 127.0.0.1", "Content-Type: application/json", "Mcp-Session-Id: mine"];

for (const way of ["a notification", "a closed connection", "a closed stream"] as const) {
  Deno.test({
    name: `a verification that ${way} cancels leaves the finding as it was`,
    ignore: Deno.build.os !== "linux",
    async fn() {
      await using folder = await tempFolder();
      await index(folder.path, [[{}, {}], [{}, {}]]);
      await promoted(folder.path, 0);
      await using service = await startService(folder.path, { allowSpawn: true });
      const list = async () =>
        (await callTool(service.url, "list_findings", {})).content[0].text as string;
      const before = await list();
      assert.match(before, /^finding-[0-9a-f]{16} demo\/save state=open /);
      const args = {
        finding_id: before.split(" ")[0],
        case_id: "c",
        manifest: { version: 1, sandboxes: {}, probes: [CASE] },
        command: hanging(folder.file("mark")),
      };
      const params = { name: "verify_finding", arguments: args };
      const text = JSON.stringify({ jsonrpc: "2.0", id: 7, method: "tools/call", params });
      using connection = await connect(service.port);
      const accept = way === "a closed stream" ? ["Accept: text/event-stream"] : [];
      await connection.send(requestText(text, [...HEAD, ...accept]));
      const [pid = 0] = await pidsIn(folder.file("mark"));
      if (way === "a notification") {
        const cancel = { method: "notifications/cancelled", params: { requestId: 7 } };
        using other = await connect(service.port);
        await other.send(requestText(JSON.stringify({ jsonrpc: "2.0", ...cancel }), HEAD));
        assert.equal((await other.answer()).status, 202);
        assert.equal((await connection.answer()).body, "");
      }
      connection[Symbol.dispose]();
      // The next evaluation is only let in when the cancelled one has come to its end.
      for (;;) {
        const { content } = await callTool(service.url, "score", { command: ["/nonexistent"] });
        if (!content[0].text.includes("already running")) break;
        await new Promise((resolve) => setTimeout(resolve, 20));
      }
      assert.equal(alive(pid), false);
      assert.equal(await list(), before);
    },
  });
}

function hanging(mark: string): string[] {
  const server = new URL("hanging-server.ts", import.meta.url).pathname;
  const flags = ["--quiet", "--no-check", "--no-prompt", `--allow-write=${mark}`];
  return [Deno.execPath(), "run", ...flags, server, mark];
}
