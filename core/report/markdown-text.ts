/** Foreign text in GitHub-flavored Markdown: one place for all pages. */

import { escapeCharacter, visible } from "./visible.ts";

/** Words whose underscores mark no emphasis, with what labels, ids and tool names have between. */
const ORDINARY =
  /^(?:[a-z0-9]+(?:_+[a-z0-9]+)*(?:[.:-]+[a-z0-9]+(?:_+[a-z0-9]+)*)*|mcpeval-standard\/[0-9]+(?:-draft)?)?$/i;

/** What becomes a link or a picture all the same: addresses, emoji, issues, commits. */
const TURNED = new RegExp(
  [
    /^www\.|:[\w+-]+:/,
    /(?<![a-z0-9])gh-[0-9]+(?![a-z0-9])/,
    // Digits alone are a date or a port sooner than a commit.
    /(?<![a-z0-9])(?=[0-9]*[a-f])(?=[a-f]*[0-9])[0-9a-f]{7,40}(?![a-z0-9])/,
  ].map(({ source }) => source).join("|"),
  "i",
);

/**
 * A text within a line, a table's cell included. An ordinary one stays as it is; any other becomes
 * code, inside of which neither markup nor mentions work.
 */
export function plain(text: string): string {
  return ORDINARY.test(text) && !TURNED.test(text) ? text : code(text);
}

/**
 * A text as code; what would end the code or a table's cell is written as `\u{…}`, and no text as
 * two quotes.
 */
export function code(text: string): string {
  if (text === "") return '`""`';
  const shown = visible(text).replace(/[`|]/g, escapeCharacter);
  // One space at both ends is dropped by readers of Markdown.
  return /^ .*[^ ].* $/.test(shown) ? `\` ${shown} \`` : `\`${shown}\``;
}
