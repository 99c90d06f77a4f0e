/** `initialize`, and what its reply says (wire.md §3). */

import { VERSION } from "../version.ts";
import { Fault } from "./faults.ts";
import { HttpStatusFault } from "./http-status.ts";
import { isObject, type JsonObject } from "./json.ts";
import { isDateShaped } from "./revisions.ts";
import type { Rpc, Waits } from "./rpc.ts";
import type { Reply } from "./session.ts";

/** Error codes by which a server says that it does not serve this era (modern.md §1.5, §2.2). */
const UNSUPPORTED_VERSION = -32022;
const HEADER_MISMATCH = -32020;
/** Revisions of a server that a message names. */
const MAX_NAMED = 8;

/** Asks for a revision. Any answer passes. @throws {Fault} */
export async function initialize(
  rpc: Rpc,
  version: string,
  capabilities: JsonObject,
  waits: Waits,
): Promise<Reply> {
  const params = {
    protocolVersion: version,
    capabilities,
    clientInfo: { name: "mcpeval", version: VERSION },
  };
  return (await rpc.exchange("initialize", params, waits)).reply;
}

/** The revision that a server answered, or null; not checked further. */
export function answeredRevision(reply: Reply): string | null {
  const { protocolVersion } = resultOf(reply);
  return typeof protocolVersion === "string" ? protocolVersion : null;
}

/** The capabilities that a server declared; `{}` if the reply has none. */
export function answeredCapabilities(reply: Reply): JsonObject {
  const { capabilities } = resultOf(reply);
  return isObject(capabilities) ? capabilities : {};
}

function resultOf(reply: Reply): JsonObject {
  return reply.kind === "result" && isObject(reply.result) ? reply.result : {};
}

/** The fault of a server that speaks no revision of this era, or null. */
export function eraRefusal(reply: Reply, offered: string): Fault | null {
  if (reply.kind !== "error" || !isObject(reply.error)) return null;
  const { code } = reply.error;
  const refuses = code === UNSUPPORTED_VERSION || code === HEADER_MISMATCH;
  return refuses ? refusalOf(reply.error, offered) : null;
}

/**
 * The same for an error that came with an HTTP status, or null for any other. There some servers
 * use codes of their own, so that their words count, too; the fault never quotes them.
 */
export function statusRefusal(fault: unknown, offered: string): Fault | null {
  if (!(fault instanceof HttpStatusFault) || !isObject(fault.rpcError)) return null;
  const { rpcError } = fault;
  const refusal = eraRefusal({ kind: "error", error: rpcError }, offered);
  if (refusal !== null) return refusal;
  const { message } = rpcError;
  const refuses = typeof message === "string" && /unsupported ?protocol ?version/i.test(message);
  return refuses ? refusalOf(rpcError, offered) : null;
}

/** The message names what the server offers: date-shaped revisions only, at most eight. */
function refusalOf({ data }: JsonObject, offered: string): Fault {
  const supported = isObject(data) && Array.isArray(data.supported) ? data.supported : [];
  const named = supported.filter((version) => typeof version === "string" && isDateShaped(version))
    .slice(0, MAX_NAMED);
  const offers = named.length > 0 ? named.join(", ") : "no revision by name";
  return new Fault(
    "transport-error",
    `the server does not serve MCP ${offered}, which this run offered; it offers ${offers}`,
  );
}
