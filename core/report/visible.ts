/** Text of foreign documents, where it is shown to a person. */

/**
 * Characters that hide something, and the sign that begins a command of a CI runner anywhere in a
 * line (`##[error]`, `##vso[…]`).
 */
const HIDING = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]|#(?=#\w*\[)/gu;
/** These, and a backslash that looks like the start of what they become. */
const ESCAPED = new RegExp(`${HIDING.source}|\\\\(?=u\\{)`, "gu");

/**
 * A text on one line with nothing hidden: control and format characters (line breaks, terminal
 * escapes, changes of direction) come as `\u{…}` with their code point, from which the text can be
 * told. Valid labels, ids and tool names stay as they are.
 */
export function visible(text: string): string {
  return text.replace(ESCAPED, escapeCharacter);
}

/** As {@link visible}, for a text with parts that are visible already: backslashes stay. */
export function revealed(text: string): string {
  return text.replace(HIDING, escapeCharacter);
}

/** A character as `\u{…}` with its code point. */
export function escapeCharacter(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/**
 * Lines of text, each with its end. GitHub's runner takes a line that begins with two colons for a
 * command (`::stop-commands::x` is a valid name of a tool), so the first of them is escaped.
 */
export function joinLines(lines: readonly string[]): string {
  return lines.map((line) => `${line.replace(/(?<=^\s*):(?=:)/, escapeCharacter)}\n`).join("");
}
