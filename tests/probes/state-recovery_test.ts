import assert from "node:assert/strict";
import type { JsonObject } from "../../core/mcp/json.ts";
import { stateRecovery } from "../../core/probes/state-recovery.ts";
import { fault, rpcError, success, toolError } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

const fields = {
  tool: undefined,
  failure_tool: "break",
  failure_arguments: { a: 1 },
  recovery_tool: "repair",
  recovery_arguments: { b: 2 },
  validation_tool: "check",
  validation_arguments: {},
};
/** The calls in order: those named succeed, or fail as given. */
const server = (ends: Record<string, ReturnType<typeof success>>) => ({
  call: (tool: string) => ends[tool] ?? success(),
});

let sent: JsonObject[] = [];
situations("state-recovery", stateRecovery, [
  {
    name: "fails, recovers, works again",
    fields,
    server: {
      call: (tool, args) => {
        sent = [...sent, args];
        return tool === "break" ? rpcError() : success();
      },
    },
    expect: passes(3),
    exchanges: ["call break", "call repair", "call check"],
    journal: ["break rpc-error", "repair ok", "check ok"],
    also: () => assert.deepEqual(sent, [{ a: 1 }, { b: 2 }, {}]),
  },
  {
    name: "a tool error is a failure",
    fields,
    server: server({ break: toolError() }),
    expect: passes(3),
  },
  {
    name: "the failure does not happen",
    fields,
    expect: fails(1, "failure-not-observed"),
    exchanges: ["call break"],
    journal: ["break ok"],
  },
  {
    name: "the recovery fails",
    fields,
    server: server({ break: rpcError(), repair: toolError() }),
    expect: fails(2, "recovery-failed"),
    journal: ["break rpc-error", "repair tool-error"],
  },
  {
    name: "the check fails",
    fields,
    server: server({ break: rpcError(), check: rpcError() }),
    expect: fails(3, "validation-failed"),
    journal: ["break rpc-error", "repair ok", "check rpc-error"],
  },
  {
    name: "a lost connection is no failure",
    fields,
    server: { call: () => fault("transport-closed") },
    expect: "transport-closed",
    journal: [],
  },
  {
    name: "a lost recovery is no verdict",
    fields,
    server: {
      call: (_tool, _args, n) => n === 1 ? rpcError() : fault("transport-timeout"),
    },
    expect: "transport-timeout",
    journal: ["break rpc-error"],
  },
]);
