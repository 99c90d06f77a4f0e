/** The checks of the protocol area, in their order (readiness.md §§3, 4.1). */

import { readEntry, readPage } from "../mcp/discovery.ts";
import { isObject, type Json } from "../mcp/json.ts";
import type { Connector, ListMethod, Session } from "../mcp/session.ts";
import { judgeNegotiation } from "../probes/negotiation.ts";
import { answersPing } from "../probes/ping.ts";
import { absorbFault } from "../run-faults.ts";
import type { Connection } from "./connection.ts";
import type { ProtocolCheck } from "./observations.ts";

/** Pages that a listing may have. */
const MAX_PAGES = 20;

const METHOD_NOT_FOUND = -32601;

/** A version that does not exist. */
export const UNKNOWN_VERSION = "2000-01-01";

/**
 * Makes all checks that apply: five, and `protocol.surfaces` when a surface is declared.
 * @param startNegotiators called before the last one, which needs further servers; not earlier,
 * because another instance may disturb the first
 */
export async function checkProtocol(
  connection: Connection,
  connector: Connector,
  startNegotiators: () => void,
): Promise<ProtocolCheck[]> {
  const checks: ProtocolCheck[] = [
    {
      id: "protocol.unknown-method",
      reason: await judge(connection, refusesUnknownMethod, "protocol-unknown-method-answered"),
    },
    {
      id: "protocol.ping",
      reason: await judge(connection, answersPing, "protocol-ping-failed"),
    },
    {
      id: "protocol.unknown-tool",
      reason: await judge(connection, refusesUnknownTool, "protocol-unknown-tool-accepted"),
    },
    {
      id: "protocol.pagination",
      reason: await judge(connection, pagesThroughTools, "protocol-pagination-invalid"),
    },
    ...await checkSurfaces(connection),
  ];
  startNegotiators();
  checks.push({ id: "protocol.negotiation", reason: await checkNegotiation(connector) });
  return checks;
}

/** Null when the server passes, else the reason. */
async function judge<Failed extends string>(
  connection: Connection,
  passes: (session: Session) => Promise<boolean>,
  failed: Failed,
): Promise<Failed | "protocol-call-failed" | null> {
  const exchanged = await connection.exchange(passes);
  if (exchanged.kind !== "done") return "protocol-call-failed";
  return exchanged.value ? null : failed;
}

async function refusesUnknownMethod(session: Session): Promise<boolean> {
  const reply = await session.request("mcpeval/unknown", {});
  return reply.kind === "error" && isObject(reply.error) && reply.error.code === METHOD_NOT_FOUND;
}

async function refusesUnknownTool(session: Session): Promise<boolean> {
  const params = { name: "mcpeval-unknown-tool", arguments: {} };
  const reply = await session.request("tools/call", params);
  return reply.kind === "error" || (isObject(reply.result) && reply.result.isError === true);
}

/** Whether the tools can be listed to the end, every entry valid and each name once. */
async function pagesThroughTools(session: Session): Promise<boolean> {
  const names = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const page = readPage(await session.list("tools/list", cursor));
    if (page === null) return false;
    for (const entry of page.entries) {
      const name = readEntry(entry)?.name;
      if (name === undefined || names.has(name)) return false;
      names.add(name);
    }
    cursor = page.next;
    if (cursor === null) return true;
  }
  return false;
}

const SURFACES = [
  { capability: "resources", method: "resources/list" },
  { capability: "prompts", method: "prompts/list" },
] as const;

/** None when the connection, if there is one, declares neither surface. */
async function checkSurfaces(connection: Connection): Promise<ProtocolCheck[]> {
  const exchanged = await connection.exchange(async (session) => {
    // Any value declares a surface, null and false included.
    const declared = SURFACES.filter(({ capability }) =>
      Object.hasOwn(session.capabilities, capability)
    );
    for (const { capability, method } of declared) {
      if (!await pagesThrough(session, method, capability)) return "failed";
    }
    return declared.length > 0 ? "passed" : "undeclared";
  });
  const outcome = exchanged.kind === "done" ? exchanged.value : exchanged.kind;
  if (outcome === "undeclared" || outcome === "unconnected") return [];
  const reason = outcome === "passed" ? null : "protocol-surface-invalid";
  return [{ id: "protocol.surfaces", reason }];
}

/** Whether a listing has its array on every page and an end; the items are not looked at. */
async function pagesThrough(
  session: Session,
  method: ListMethod,
  member: string,
): Promise<boolean> {
  let cursor: string | null = null;
  for (let number = 1; number <= MAX_PAGES; number++) {
    const reply = await session.list(method, cursor);
    if (reply.kind === "error" || !isObject(reply.result)) return false;
    if (!Array.isArray(reply.result[member])) return false;
    const next: Json | undefined = reply.result.nextCursor;
    if (typeof next !== "string" || next === "") return true;
    cursor = next;
  }
  return false;
}

async function checkNegotiation(connector: Connector) {
  try {
    const flawed = await judgeNegotiation(
      (version) => connector.negotiate(version),
      UNKNOWN_VERSION,
    );
    return flawed && `protocol-negotiation-${flawed.flaw}` as const;
  } catch (error) {
    absorbFault(error, connector);
    return "protocol-call-failed";
  }
}
