/** Servers with which the gate cannot even begin. */

import assert from "node:assert/strict";
import { IncompleteError, toFailure } from "../../core/errors.ts";
import { runGate } from "../../core/gate.ts";
import { openTarget } from "../../core/mcp/connector.ts";
import { KILL } from "../mcp/harness.ts";
import type { Behavior } from "./behavior.ts";
import { named } from "./cases.ts";
import { withServers } from "./served.ts";

const cases = [named("a", "degradation-over-n", { max_attempts: 1 })];

for (
  const [name, first, message] of [
    ["ends in the handshake", { on: { initialize: [{ exit: 3 }] } }, "initializing"],
    ["ends in the listing", { on: { "tools/list": [{ exit: 3 }] } }, "listing tools"],
    ["refuses to list", { on: { "tools/list": [{ error: { code: 1 } }] } }, "listing tools"],
  ] as [string, Behavior, string][]
) {
  Deno.test(`processes: a server that ${name} leaves no result`, async () => {
    await withServers([first], async ({ connector }) => {
      await assert.rejects(runGate({ cases, connector }), (error) => {
        assert.ok(error instanceof IncompleteError);
        const failure = toFailure(error);
        assert.equal(failure.exit, 3);
        assert.ok(failure.message.startsWith(message), "the message names the step");
        assert.equal(failure.causes.length, 1);
        return true;
      });
    });
  });
}

Deno.test("processes: a program that is not there leaves no result", async () => {
  const connector = openTarget(
    { kind: "stdio", command: ["mcpeval-no-such-program"] },
    { timeoutMs: null, killProgram: KILL },
  );
  await assert.rejects(runGate({ cases, connector }), (error) => {
    assert.match(toFailure(error).causes.join(), /spawning MCP server/);
    return error instanceof IncompleteError;
  });
  await connector.close();
});
