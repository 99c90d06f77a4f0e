/** Clients of a case's own, which list the tools anew (spec §6 “contention”, “workflow”). */

import type { ToolName } from "../labels.ts";
import type { Tool } from "../mcp/catalog.ts";
import { discover } from "../mcp/discovery.ts";
import { Fault } from "../mcp/faults.ts";
import type { Connector, Session } from "../mcp/session.ts";

/**
 * Connects, lists the whole catalog and looks for the tools that the case will call.
 * @param mayCall whether a tool may be called, by its new entry
 * @throws {Fault} also when the listing is incomplete, lacks a tool or has one that must not be
 * called
 */
export async function listedClient(
  connector: Connector,
  tools: readonly ToolName[],
  mayCall: (tool: Tool) => boolean = () => true,
): Promise<Session> {
  const session = await connector.connect();
  try {
    const discovery = await discover(session);
    if (!discovery.complete) {
      throw new Fault(discovery.reason, "a new listing of the tools did not complete");
    }
    const listed = new Map(discovery.catalog.tools.map((tool) => [tool.name, tool]));
    for (const name of tools) {
      const tool = listed.get(name);
      if (tool === undefined) {
        throw new Fault("transport-error", "a new listing lacks a tool of this case");
      }
      if (!mayCall(tool)) {
        throw new Fault("transport-error", "a new listing has a tool of this case as a writer");
      }
    }
    return session;
  } catch (error) {
    void session.close();
    throw error;
  }
}
