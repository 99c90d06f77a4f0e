/**
 * Compares readiness with that of another implementation of the same standard, on real servers:
 * MCPEVAL_REFERENCE names its `mcpeval` program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import type { ProbeReport } from "../../core/report/document.ts";
import { run, type RunOptions, SOURCE, type TempFolder, tempFolder } from "../cli/run.ts";
import { realServer, type ServerName } from "../peers/servers.ts";
import { installPythonServers } from "./python-servers.ts";

const path = Deno.env.get("MCPEVAL_REFERENCE");
if (path === undefined) {
  console.error("comparison of readiness skipped: MCPEVAL_REFERENCE is unset");
}

/** What two measurements have to agree on, a line each. */
function comparable(text: string): string[] {
  const { readiness, readiness_error, catalog }: ProbeReport = JSON.parse(text);
  assert.equal(readiness_error, null);
  assert.ok(readiness !== null);
  const { score, score_without_latency, surface, areas } = readiness;
  return [
    `score ${score} ${score_without_latency} ${JSON.stringify(surface)}`,
    ...areas.flatMap(({ name, score, measurements, checks }) => [
      `area ${name} ${score} ${JSON.stringify(measurements)}`,
      ...checks.map(({ id, tool, score, observed, reason }) =>
        `lost ${id} ${tool} ${score} ${observed} ${reason}`
      ),
    ]),
    ...(catalog?.tools ?? []).map((tool) => `tool ${JSON.stringify(tool)}`),
  ];
}

/** Both programs measure one server, one after the other. */
async function assertAlike(
  label: string,
  server: readonly string[],
  folder: TempFolder,
  { options = [], env = {} }: { options?: string[]; env?: Record<string, string> } = {},
): Promise<void> {
  const args = ["score", "--server", label, "--format", "json", ...options, "--", ...server];
  const how: RunOptions = {
    cwd: folder.path,
    env: { MCPEVAL_HOME: folder.file("home"), ...env },
  };
  const ours = await run(SOURCE, args, how);
  const theirs = await run([path ?? ""], args, how);
  assert.deepEqual([ours.code, theirs.code], [0, 0], ours.stderr + theirs.stderr);
  assert.deepEqual(comparable(ours.stdout), comparable(theirs.stdout));
}

const NPM: ServerName[] = ["everything", "filesystem", "memory", "sequential-thinking"];

for (const name of NPM) {
  Deno.test({
    name: `both programs measure ${name} from npm alike`,
    ignore: path === undefined,
    async fn() {
      await using folder = await tempFolder();
      const { command, env } = await realServer(name, folder);
      const options: string[] = [];
      if (name === "everything") {
        // By itself that tool takes ten seconds a call.
        const quick = { "trigger-long-running-operation": { duration: 0.05, steps: 1 } };
        options.push("--arguments", await folder.write("quick.json", JSON.stringify(quick)));
      }
      await assertAlike(name, command, folder, { options, env });
    },
  });
}

const python = path === undefined
  ? "there is nothing to compare with"
  : await installPythonServers();
if (typeof python === "string" && path !== undefined) {
  console.error(`comparison of readiness on servers from PyPI skipped: ${python}`);
}
if (typeof python !== "string") globalThis.addEventListener("unload", () => python.remove());

for (const name of ["mcp-server-time", "mcp-server-git", "mcp-server-fetch"]) {
  Deno.test({
    name: `both programs measure ${name} from PyPI alike`,
    ignore: typeof python === "string",
    async fn() {
      assert.ok(typeof python !== "string");
      await using folder = await tempFolder();
      const server = [python.program(name)];
      await assertAlike(name, server, folder);
      // The others would fetch pages and change repositories.
      if (name !== "mcp-server-time") return;
      const given = { get_current_time: { timezone: "UTC" } };
      const file = await folder.write("arguments.json", JSON.stringify(given));
      const options = ["--confirm-read-only", "--arguments", file];
      await assertAlike(name, server, folder, { options });
    },
  });
}
