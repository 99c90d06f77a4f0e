/**
 * Fingerprints of error messages (capture.md §5): equal for messages that differ only in numbers,
 * names and places, and of no use without the salt.
 */

import { createHash } from "node:crypto";

/** Unicode's White_Space; `\s` lacks U+0085 and has U+FEFF. */
const SPACE = "\\t-\\r \\u0085\\u00a0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";

const UUID = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/g;
const QUOTED = new RegExp(`"[^"]*"|(^|[${SPACE}([{])'[^']*'`, "gu");
/** From the first letter of every run, so that a long run without `://` is looked at once. */
const SCHEME = new RegExp(`[a-z][a-z0-9+.-]*(://[^${SPACE}]+)?`, "gu");
const PATH = new RegExp(`(^|[${SPACE}"'([])/[^${SPACE}]+`, "gu");
const DIGITS = /\p{Nd}+/gu;
const SPACES = new RegExp(`[${SPACE}]+`, "gu");
const OUTER_SPACES = new RegExp(`^[${SPACE}]+|[${SPACE}]+$`, "gu");

/** The message without what varies: identifiers, quotations, URLs, paths and numbers. */
export function skeleton(message: string): string {
  return message.toLowerCase()
    .replace(UUID, "u")
    .replace(QUOTED, "$1q")
    .replace(SCHEME, (run: string, location: string | undefined) => location ? "l" : run)
    .replace(PATH, "$1p")
    .replace(DIGITS, "0")
    .replace(SPACES, " ")
    .replace(OUTER_SPACES, "");
}

/**
 * The fingerprint of a message: 16 lower-case hex digits.
 * @param salt the 32 bytes of this home
 */
export function fingerprint(message: string, salt: Uint8Array): string {
  return createHash("sha256").update(salt).update(new Uint8Array(1)).update(skeleton(message))
    .digest("hex").slice(0, 16);
}
