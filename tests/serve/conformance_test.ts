/**
 * The protocol's own conformance suite, for both eras. It has scenarios for a server that offers
 * its test tools; of those that any server can pass, none may fail. `conformance.lock` pins the
 * suite with all that it depends on.
 */

import assert from "node:assert/strict";
import { denoCommand } from "../../scripts/deno-command.ts";
import { tempFolder } from "../cli/run.ts";
import { startService } from "./harness.ts";

const SUITE = "npm:@modelcontextprotocol/conformance@0.2.0-alpha.12";
const FLAGS = [
  ...["--quiet", "--no-config", "--frozen"],
  `--lock=${new URL("conformance.lock", import.meta.url).pathname}`,
];

/** Scenarios of each revision that need nothing but a server. */
const SCENARIOS: Record<string, string[]> = {
  "2025-11-25": [
    "server-initialize",
    "server-session-lifecycle",
    "ping",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
  ],
  "2026-07-28": [
    "server-stateless",
    "tools-list",
    "server-sse-multiple-streams",
    "resources-list",
    "prompts-list",
    "dns-rebinding-protection",
    "caching",
    "http-header-validation",
    "sep-2164-resource-not-found",
    "input-required-result-unsupported-methods",
  ],
};

/** Scenarios that ask for a capability that the service does not declare, as docs/agents.md says. */
const UNDECLARED: Record<string, string[]> = {
  "2025-11-25": [
    "logging-set-level",
    "completion-complete",
    "resources-subscribe",
    "resources-unsubscribe",
  ],
  "2026-07-28": ["completion-complete"],
};

/** Checks of these scenarios that call a tool of the suite's own, which only its server has. */
const UNTESTABLE = new Set([
  "sep-2575-server-rejects-undeclared-capability",
  "sep-2575-missing-capability-http-400",
  "sep-2575-http-server-no-independent-requests-on-stream",
  "sep-2575-server-no-log-without-loglevel",
]);

interface Check {
  id: string;
  status: "SUCCESS" | "FAILURE" | "WARNING" | "SKIPPED" | "INFO";
  errorMessage?: string;
}

for (const [revision, scenarios] of Object.entries(SCENARIOS)) {
  Deno.test(`the conformance suite of ${revision} finds nothing`, async () => {
    await using folder = await tempFolder();
    await using service = await startService(folder.file("home"), { allowSpawn: true });
    const caching = await denoCommand(["cache", ...FLAGS, SUITE], {
      stdin: "null",
      stdout: "null",
      stderr: "piped",
    }).output();
    assert.ok(caching.success, new TextDecoder().decode(caching.stderr));
    const run = async (scenario: string) => {
      const output = folder.file(scenario);
      const args = ["server", "--url", service.url, "--scenario", scenario, "-o", output];
      await denoCommand(
        ["run", "-A", "--cached-only", ...FLAGS, SUITE, ...args, "--spec-version", revision],
        { cwd: folder.path, stdin: "null", stdout: "null", stderr: "null" },
      ).output();
      return await readChecks(output);
    };
    for (const scenario of scenarios) {
      const checks = await run(scenario);
      const passed = checks.filter(({ status }) => status === "SUCCESS");
      assert.ok(passed.length > 0, scenario);
      const failed = checks.filter(({ id, status }) =>
        (status === "FAILURE" || status === "WARNING") && !UNTESTABLE.has(id)
      );
      assert.deepEqual(failed.map(({ id, errorMessage }) => [id, errorMessage]), [], scenario);
    }
    for (const scenario of UNDECLARED[revision] ?? []) {
      const failed = (await run(scenario)).filter(({ status }) => status === "FAILURE");
      assert.deepEqual(failed.map(({ id }) => id), [scenario]);
      assert.match(failed[0]?.errorMessage ?? "", /unknown method|Method not found/);
    }
  });
}

async function readChecks(output: string): Promise<Check[]> {
  for await (const { name } of Deno.readDir(output)) {
    return JSON.parse(await Deno.readTextFile(`${output}/${name}/checks.json`));
  }
  return [];
}
