/** Digests of whole files, however large. */

import { createHash } from "node:crypto";

const CHUNK_BYTES = 262_144;

/** SHA-256 of a file's content, in lower-case hex. @throws the error of the system */
export async function digestFile(path: string): Promise<string> {
  using file = await Deno.open(path, { read: true });
  const hash = createHash("sha256");
  const chunk = new Uint8Array(CHUNK_BYTES);
  for (let read = await file.read(chunk); read !== null; read = await file.read(chunk)) {
    hash.update(chunk.subarray(0, read));
  }
  return hash.digest("hex");
}
