/** Foreign text in Markdown. */

import { visible } from "./visible.ts";

/** What valid labels, ids, tool names and standards look like. */
const ORDINARY = /^(?:[A-Za-z0-9_.:-]*|mcpeval-standard\/[0-9]+(?:-draft)?)$/;

/**
 * A text within a line, a table's cell included. An ordinary one stays as it is; any other becomes
 * code, inside of which neither markup nor mentions work.
 */
export function plain(text: string): string {
  return ORDINARY.test(text) ? text : code(text);
}

/** A text as code; what would end the code or a table's cell is written as `\u{…}`. */
export function code(text: string): string {
  const shown = visible(text).replaceAll("`", "\\u{60}").replaceAll("|", "\\u{7c}");
  return `\`${shown}\``;
}
