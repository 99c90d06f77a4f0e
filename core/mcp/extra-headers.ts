/** Headers that a user adds to the requests of a conversation over HTTP. */

/** A header's name (RFC 9110 §5.6.2). */
const NAME = /^[!#$%&'*+.^_`|~0-9a-z-]+$/;
/** Visible ASCII, with spaces inside: what every server can read. */
const VALUE = /^(?:[\x21-\x7e](?:[\x20-\x7e]*[\x21-\x7e])?)?$/;
/** What the conversation or the connection says itself. */
const RESERVED = new Set([
  "accept",
  "authorization",
  "connection",
  "content-length",
  "content-type",
  "host",
  "last-event-id",
  "transfer-encoding",
]);

/**
 * Whether a header may be added.
 * @param name in lower case
 */
export function isSendable(name: string, value: string): boolean {
  return NAME.test(name) && VALUE.test(value) && value.length <= 8192 && !RESERVED.has(name) &&
    !name.startsWith("mcp-");
}
