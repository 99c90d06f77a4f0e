/** `diff` compares one server over time (reports.md §1.7, §7). */

import { UsageError } from "../../errors.ts";
import { isObject, parseJson } from "../../mcp/json.ts";
import type { ReportDocument } from "../recorded.ts";
import { visible } from "../visible.ts";

/** What the reader of reports calls a server that its document does not name. */
const UNNAMED = "unknown";

/**
 * The server's label as its document has it; null when it names none.
 * @param report what was read from `bytes`
 */
export function namedServer({ server }: ReportDocument, bytes: Uint8Array): string | null {
  if (server !== UNNAMED) return server;
  const document = parseJson(new TextDecoder().decode(bytes));
  return isObject(document) && document.server === UNNAMED ? UNNAMED : null;
}

/**
 * Checks that two reports may be of one server; a label that is not there matches any.
 * @throws {UsageError} with both labels
 */
export function requireOneServer(baseline: string | null, current: string | null): void {
  if (baseline === null || current === null || baseline === current) return;
  throw new UsageError(
    `the baseline is of server \`${visible(baseline)}\`, the current report of ` +
      `\`${
        visible(current)
      }\`; diff compares one server over time, mcpeval compare compares servers`,
  );
}
