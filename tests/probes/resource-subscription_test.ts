import assert from "node:assert/strict";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { resourceSubscription } from "../../core/probes/resource-subscription.ts";
import {
  errorReply,
  fault,
  flood,
  result,
  rpcError,
  type Script,
  type Scripted,
  success,
  toolError,
} from "./fake-session.ts";
import type { Reply } from "../../core/mcp/session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const fields = {
  uri: "x:y",
  trigger_tool: "t",
  trigger_arguments: { a: 1 },
  max_wait_seconds: 3,
};
const untriggered = { ...fields, trigger_tool: null };
const capabilities = { resources: { subscribe: true } };

/** A server that takes subscriptions and sends the update; `replies` by method replace the good ones. */
function server(replies: Record<string, Scripted<Reply>> = {}, script: Script = {}): Script {
  return {
    capabilities,
    request: (method) => replies[method] ?? result({}),
    updated: () => true,
    ...script,
  };
}

const READ = ["watch x:y", "resources/read"];
const SUBSCRIBED = [...READ, "resources/subscribe"];
const CALLED = [...SUBSCRIBED, "call t"];
const ALL = [...CALLED, "wait 3000", "resources/unsubscribe", "stop watch"];

function undeclared(name: string, capabilities: JsonObject): Situation {
  return { name, fields, server: { capabilities }, expect: passes(0), exchanges: [], journal: [] };
}

let sent: Json[] = [];
situations("resource-subscription", resourceSubscription, [
  undeclared("nothing is asked of a server without resources", { tools: {} }),
  undeclared("nor where subscriptions are not declared", { resources: {} }),
  undeclared("nor where they are declared false", { resources: { subscribe: false } }),
  undeclared("nor where they are declared in any other way", { resources: { subscribe: "true" } }),
  undeclared("nor where the capability is null", { resources: null }),
  {
    name: "reads, subscribes, triggers, waits, unsubscribes",
    fields,
    server: server({}, {
      request: (method, params) => {
        sent = [...sent, method, params];
        return result(null);
      },
      call: (_tool, args) => {
        sent = [...sent, args];
        return success();
      },
    }),
    expect: passes(3),
    exchanges: ALL,
    journal: ["t ok"],
    also: () =>
      assert.deepEqual(sent, [
        "resources/read",
        { uri: "x:y" },
        "resources/subscribe",
        { uri: "x:y" },
        { a: 1 },
        "resources/unsubscribe",
        { uri: "x:y" },
      ]),
  },
  {
    name: "without a trigger the update has to come by itself",
    fields: untriggered,
    server: server(),
    expect: passes(3),
    exchanges: [...SUBSCRIBED, "wait 3000", "resources/unsubscribe", "stop watch"],
    journal: [],
  },
  {
    name: "a trigger without arguments gets empty ones",
    fields: { ...fields, trigger_arguments: null },
    server: server({}, {
      call: (_tool, args) => {
        assert.deepEqual(args, {});
        return success();
      },
    }),
    expect: passes(3),
  },
  {
    name: "the resource cannot be read",
    fields,
    server: server({ "resources/read": errorReply() }),
    expect: fails(1, "resource-unreadable"),
    exchanges: [...READ, "stop watch"],
  },
  {
    name: "the subscription is refused",
    fields,
    server: server({ "resources/subscribe": errorReply() }),
    expect: fails(2, "subscription-rejected"),
    exchanges: [...SUBSCRIBED, "stop watch"],
  },
  {
    name: "the trigger fails; nothing is unsubscribed",
    fields,
    server: server({}, { call: () => toolError() }),
    expect: fails(3, "unexpected-outcome"),
    exchanges: [...CALLED, "stop watch"],
    journal: ["t tool-error"],
  },
  {
    name: "the trigger fails with a JSON-RPC error",
    fields,
    server: server({}, { call: () => rpcError() }),
    expect: fails(3, "unexpected-outcome"),
    journal: ["t rpc-error"],
  },
  {
    name: "the trigger gets lost: no verdict",
    fields,
    server: server({}, { call: () => fault("transport-timeout") }),
    expect: "transport-timeout",
    exchanges: [...CALLED, "stop watch"],
    journal: [],
  },
  {
    name: "no update comes; the subscription is ended all the same",
    fields,
    server: server({}, { updated: () => false }),
    expect: fails(3, "subscription-notification-missing"),
    exchanges: ALL,
  },
  {
    name: "a missing update is named before a refused unsubscription",
    fields,
    server: server({ "resources/unsubscribe": errorReply() }, { updated: () => false }),
    expect: fails(3, "subscription-notification-missing"),
    exchanges: ALL,
  },
  {
    name: "the end of the connection is no update",
    fields,
    server: server({}, { updated: () => fault("transport-closed") }),
    expect: fails(3, "subscription-notification-missing"),
    exchanges: ALL,
  },
  {
    name: "the unsubscription is refused",
    fields,
    server: server({ "resources/unsubscribe": errorReply() }),
    expect: fails(3, "subscription-rejected"),
    exchanges: ALL,
  },
  ...([
    ["resources/read", 1, "resource-unreadable"],
    ["resources/subscribe", 2, "subscription-rejected"],
    ["resources/unsubscribe", 3, "subscription-rejected"],
  ] as const).flatMap(([method, at, reason]): Situation[] => [
    ...(["transport-timeout", "transport-closed", "transport-error"] as const).map((label) => ({
      name: `${label} of ${method} is a verdict; the connection stays as it is`,
      fields,
      server: server({ [method]: fault(label) }),
      expect: fails(at, reason),
      closed: false,
    })),
    {
      name: `a flood during ${method} is a verdict that gives the session up`,
      fields,
      server: server({ [method]: flood() }),
      expect: fails(at, reason),
      closed: true,
    },
    {
      name: `an exhausted budget during ${method} is never a verdict`,
      fields,
      server: server({ [method]: fault("evaluation-budget-exceeded") }),
      expect: "evaluation-budget-exceeded",
    },
  ]),
  {
    name: "an exhausted budget while waiting is never a verdict",
    fields,
    server: server({}, { updated: () => fault("evaluation-budget-exceeded") }),
    expect: "evaluation-budget-exceeded",
    exchanges: [...CALLED, "wait 3000", "stop watch"],
  },
  {
    name: "an exhausted budget at the end outranks a missing update",
    fields,
    server: server({ "resources/unsubscribe": fault("evaluation-budget-exceeded") }, {
      updated: () => false,
    }),
    expect: "evaluation-budget-exceeded",
  },
]);
