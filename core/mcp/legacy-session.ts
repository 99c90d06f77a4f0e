/** A conversation after a handshake (MCP 2024-11-05 to 2025-11-25). */

import { answeredCapabilities, answeredRevision } from "./handshake.ts";
import { isObject, type JsonObject } from "./json.ts";
import type { Rpc, Waits } from "./rpc.ts";
import type { CancellationOutcome, ExchangeOptions, Reply, Session } from "./session.ts";
import { classifyToolReply } from "./tool-call.ts";

/** The code by which a server says that it has ended a cancelled request (wire.md §3.3). */
const REQUEST_CANCELLED = -32800;

/**
 * The session on a connection.
 * @param handshake the reply to `initialize`
 * @param waits those of each request
 */
export function legacySession(rpc: Rpc, handshake: Reply, waits: Waits): Session {
  function exchange(method: string, params: JsonObject, options: ExchangeOptions = {}) {
    return rpc.exchange(method, params, extended(waits, options.extraWaitMs ?? 0), options);
  }
  return {
    revision: answeredRevision(handshake),
    capabilities: answeredCapabilities(handshake),
    introduction: handshake.kind === "result" && isObject(handshake.result)
      ? handshake.result
      : null,
    get broken() {
      return rpc.broken;
    },
    async call(tool, args, options) {
      const params = { name: tool, arguments: args };
      const { reply, ms, announced } = await exchange("tools/call", params, options);
      return { ...classifyToolReply(reply), ms, announced };
    },
    async request(method, params, options) {
      return (await exchange(method, params, options)).reply;
    },
    async list(method, cursor) {
      return (await exchange(method, cursor === null ? {} : { cursor })).reply;
    },
    async callCancelled(tool, args, cancellation) {
      const params = { name: tool, arguments: args };
      return judgeCancelled(
        await rpc.exchangeCancelled("tools/call", params, cancellation, waits),
      );
    },
    watchResource: (uri) => rpc.watch(uri),
    notify: (method, params) => rpc.notify(method, params, waits),
    close: () => rpc.close(),
  };
}

function extended({ exchangeMs, operationMs }: Waits, extraMs: number): Waits {
  return { exchangeMs: exchangeMs + extraMs, operationMs: operationMs + extraMs };
}

/**
 * An error is one however malformed it is, unlike that of any other call (wire.md §3.3).
 * @throws {Fault} `transport-error` for a malformed result
 */
function judgeCancelled(reply: Reply | null): CancellationOutcome {
  if (reply === null) return "no-result";
  if (reply.kind === "result") {
    return classifyToolReply(reply).kind === "success" ? "completed" : "error";
  }
  const ended = isObject(reply.error) && reply.error.code === REQUEST_CANCELLED;
  return ended ? "no-result" : "error";
}
