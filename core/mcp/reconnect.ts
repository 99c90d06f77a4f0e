/** A new session in place of one that is of no use any more. */

import type { Connector, Session } from "./session.ts";

/**
 * Ends a session and opens another one. The old server ends beside the start of the new one
 * (decisions D27); where that fails, it may be because only one instance can hold a lock or a port,
 * so a second try waits until no other is left.
 * @param old null when there is none
 * @throws {Fault} of the last try
 */
export async function reconnect(connector: Connector, old: Session | null): Promise<Session> {
  const ending = old?.close();
  try {
    return await connector.connect();
  } catch (error) {
    if (ending === undefined || !connector.ownServers) throw error;
    await Promise.all([ending, connector.endAhead()]);
    return await connector.connect();
  }
}
