/** How the gate and `init` begin: one connection, one listing. Nothing is judged before that. */

import { IncompleteError } from "../errors.ts";
import type { Discovery } from "../mcp/catalog.ts";
import { discover } from "../mcp/discovery.ts";
import { Fault } from "../mcp/faults.ts";
import type { Connector, Session } from "../mcp/session.ts";

/**
 * Connects and shakes hands.
 * @throws {IncompleteError} with the fault as its cause
 */
export async function openSession(connector: Connector): Promise<Session> {
  return await orIncomplete("initializing MCP server failed", () => connector.connect());
}

/**
 * Lists the catalog; a later page that fails makes the listing incomplete, which is no error here.
 * @throws {IncompleteError} when the first page fails or the budget is used up
 */
export async function listTools(session: Session): Promise<Discovery> {
  return await orIncomplete("listing tools failed", () => discover(session));
}

async function orIncomplete<T>(message: string, step: () => Promise<T>): Promise<T> {
  try {
    return await step();
  } catch (error) {
    if (error instanceof Fault) throw new IncompleteError(message, { cause: error });
    throw error;
  }
}
