/** From captured failures to a verified fix, and back when the fix is undone. */

import assert from "node:assert/strict";
import { DEMO, mcpeval, type Ran, type TempFolder, tempFolder } from "./run.ts";

/** A session of an agent that calls one tool three times. */
function session(tool: string): string {
  const clientInfo = { name: "agent", version: "1" };
  const messages: object[] = [
    { id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", clientInfo } },
    { method: "notifications/initialized" },
    { id: 2, method: "tools/list" },
    ...[3, 4, 5].map((id) => ({
      id,
      method: "tools/call",
      params: { name: tool, arguments: {} },
    })),
  ];
  return messages.map((message) => `${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`).join("");
}

/** Runs a command in a folder, which is also the home. */
function runIn(folder: TempFolder, args: string[], stdin?: string): Promise<Ran> {
  const options = { cwd: folder.path, env: { MCPEVAL_HOME: folder.path } };
  return mcpeval(args, stdin === undefined ? options : { ...options, stdin });
}

/** Runs a command that has to succeed. @returns its stdout */
async function succeed(folder: TempFolder, args: string[], stdin?: string): Promise<string> {
  const { code, stdout, stderr } = await runIn(folder, args, stdin);
  assert.deepEqual([code, stderr], [0, ""], args.join(" "));
  return stdout;
}

/** Defects of the demo server: what they lead to. */
const DEFECTS = [
  {
    aspect: "unstable-errors",
    tool: "flaky_read",
    promoted: "promoted 1 of 1 issues\n",
    finding: / class=unstable-error-code\n {2}cause code=-32001 codes=\[-32001,-32002\] /,
    probe: "probe=error-honesty max_attempts=3\n",
    red: "consecutive_passes=0 reason=unstable-error-code",
  },
  {
    aspect: "flaky",
    tool: "read_counter",
    promoted: "promoted 1 of 1 issues\n",
    finding: / class=recurring-error\n {2}cause code="tool-error" /,
    probe: "probe=degradation-over-n max_attempts=8\n",
    red: "consecutive_passes=0 reason=unexpected-outcome",
  },
];

for (const { aspect, tool, promoted, finding, probe, red } of DEFECTS) {
  Deno.test(`${aspect}: captured, promoted, mended and verified, and open again when it comes back`, async () => {
    await using folder = await tempFolder();
    const broken = [DEMO, "--broken", aspect];
    for (const _ of [1, 2]) {
      await succeed(folder, ["shim", "--server", "demo", "--", ...broken], session(tool));
    }
    assert.match(await succeed(folder, ["index"]), /^indexed 10 calls, /);
    assert.equal(await succeed(folder, ["promote", "--threshold", "0.1"]), promoted);
    const shown = await succeed(folder, ["findings"]);
    assert.match(shown, finding);
    const [, id = ""] = /^finding (finding-[0-9a-f]{16}) demo\//.exec(shown) ?? [];
    const output = ["--output", "finding.json", "--confirm-read-only"];
    assert.equal(
      await succeed(folder, ["generate", "--finding", id, ...output]),
      `${id}\n${probe}`,
    );
    const verify = async (command: string[]) => {
      const words = ["--finding", id, "--case", id, "--manifest", "finding.json"];
      const { code, stdout } = await runIn(folder, ["verify", ...words, "--", ...command]);
      return [code, stdout.split("\n")[0]?.replaceAll(id, "ID")];
    };
    assert.deepEqual(await verify(broken), [1, `ID state=fix-claimed probe=ID ${red}`]);
    const green = [
      "state=verifying probe=ID consecutive_passes=1",
      "state=verifying probe=ID consecutive_passes=2",
      "state=closed probe=ID consecutive_passes=3",
    ];
    for (const state of green) assert.deepEqual(await verify([DEMO]), [0, `ID ${state}`]);
    assert.match(await succeed(folder, ["findings"]), / state=closed probe=finding-\S+ /);
    assert.deepEqual(await verify(broken), [1, `ID state=open probe=ID ${red}`]);
    // What a verification itself called is captured, too, and is no evidence.
    await succeed(folder, ["index"]);
    assert.equal(await succeed(folder, ["promote", "--threshold", "0.1"]), promoted);
    assert.match(await succeed(folder, ["findings"]), / state=open probe=finding-\S+ .* failures=/);
  });
}
