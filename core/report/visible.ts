/** Text of foreign documents, where it is shown to a person. */

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A text on one line with nothing hidden: control and format characters (line breaks, terminal
 * escapes, changes of direction) come as `\u{…}` with their code point. Valid labels, ids and tool
 * names stay as they are.
 */
export function visible(text: string): string {
  return text.replace(INVISIBLE, (found) => `\\u{${(found.codePointAt(0) ?? 0).toString(16)}}`);
}
