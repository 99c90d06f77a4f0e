/** Ending one session before the next begins, where the two must not overlap. */

import type { Session } from "./mcp/session.ts";
import { settlesWithin } from "./mcp/time.ts";

/** How long to wait for a server to go, in ms; most do within 50. TERM comes after that (D27). */
const PARTING_MS = 1_000;

/**
 * Ends a session, and waits a moment for its server to go: one that holds something of which there
 * is only one (a port, a database) would keep its successor from starting. A server that does not
 * go is ended beside what follows (decisions D27).
 */
export async function part(session: Session): Promise<void> {
  await settlesWithin(session.close(), PARTING_MS);
}
