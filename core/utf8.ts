/** Text from bytes. */

const strict = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });

/** The text of bytes, null when they are not UTF-8. A byte-order mark stays, for the reader to judge. */
export function utf8Text(bytes: Uint8Array): string | null {
  try {
    return strict.decode(bytes);
  } catch {
    return null;
  }
}
