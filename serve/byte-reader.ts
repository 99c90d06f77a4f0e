/** Reading a connection by lines and by lengths. */

/** A request that cannot be read: its form, its size, or its end before time. */
export class UnreadableRequest extends Error {
  override name = "UnreadableRequest";
}

/** Bytes of a connection, each read once. */
export interface ByteReader {
  /**
   * The bytes up to the next CR LF, without it.
   * @param limit most bytes of the line, CR LF included
   * @throws {UnreadableRequest} for a longer line, and when the connection ends before it does
   */
  line(limit: number): Promise<Uint8Array>;
  /**
   * The next bytes.
   * @throws {UnreadableRequest} when the connection ends before them
   */
  exactly(length: number): Promise<Uint8Array>;
  /** Whether bytes are here that nobody has asked for yet. */
  readonly hasMore: boolean;
}

const CHUNK_BYTES = 65_536;
const [CR, LF] = [0x0d, 0x0a];

/** Starts to read; nothing else may read from the connection meanwhile. */
export function openByteReader(connection: Pick<Deno.Conn, "read">): ByteReader {
  const chunk = new Uint8Array(CHUNK_BYTES);
  let here = new Uint8Array(0);

  async function fill(): Promise<void> {
    const read = await connection.read(chunk);
    if (read === null) throw new UnreadableRequest("the connection ended");
    const joined = new Uint8Array(here.length + read);
    joined.set(here);
    joined.set(chunk.subarray(0, read), here.length);
    here = joined;
  }
  function take(length: number): Uint8Array {
    const taken = here.slice(0, length);
    here = here.subarray(length);
    return taken;
  }
  return {
    async line(limit) {
      for (let from = 0;;) {
        const end = endOfLine(here, from);
        if ((end ?? here.length) >= limit) throw new UnreadableRequest("a line is too long");
        if (end !== null) return take(end + 1).subarray(0, -2);
        from = Math.max(here.length - 1, 0);
        await fill();
      }
    },
    async exactly(length) {
      const bytes = new Uint8Array(length);
      let filled = 0;
      while (filled < length) {
        if (here.length === 0) await fill();
        const part = take(Math.min(here.length, length - filled));
        bytes.set(part, filled);
        filled += part.length;
      }
      return bytes;
    },
    get hasMore() {
      return here.length > 0;
    },
  };
}

/** Where the LF of the first CR LF is; null when there is none. */
function endOfLine(bytes: Uint8Array, from: number): number | null {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at - 1] === CR) return at;
  }
  return null;
}
