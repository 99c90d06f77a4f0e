/** Ids of findings (capture.md §9.5). */

import { createHash } from "node:crypto";
import { Buffer } from "node:buffer";

const FALSE_SUCCESS = "mcpeval/annotated-success/false-success/v1";

/**
 * The id of the calls of a tool that fail with one message. Codes are no part of it: a server that
 * mends its codes keeps its finding.
 * @param template fingerprint of the message
 */
export function errorFindingId(
  server: string,
  tool: string | null,
  template: string | null,
): string {
  return idOf("", [server, tool, null, template]);
}

/** The id of the calls of a tool that claimed a success that was none. */
export function falseSuccessFindingId(server: string, tool: string | null): string {
  return idOf(FALSE_SUCCESS, [server, tool]);
}

function idOf(prefix: string, fields: readonly (string | null)[]): string {
  const hash = createHash("sha256").update(prefix);
  for (const field of fields) {
    const bytes = Buffer.from(field ?? "", "utf8");
    const length = Buffer.alloc(8);
    length.writeBigUInt64BE(BigInt(bytes.length));
    hash.update(length).update(bytes);
  }
  return `finding-${hash.digest("hex").slice(0, 16)}`;
}
