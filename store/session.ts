/** Session tokens (capture.md §3.3). */

import { createHash } from "node:crypto";

const TOKEN = /^session:[0-9a-fA-F]{64}$/;

/**
 * What is kept of a session: `session:` and the SHA-256 of its name in hex. A text that is a token
 * already stays one, in lower case.
 */
export function sessionToken(session: string): string {
  if (TOKEN.test(session)) return session.toLowerCase();
  return `session:${createHash("sha256").update(session).digest("hex")}`;
}
