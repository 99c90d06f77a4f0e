/** Digests of manifests (manifest-and-probes.md §3). */

import { createHash } from "node:crypto";
import type { Manifest } from "./types.ts";
import { encodeManifest } from "./write.ts";

/** SHA-256 of text (as UTF-8) or bytes, in lower-case hex. */
export function sha256(content: string | Uint8Array): string {
  return createHash("sha256").update(content).digest("hex");
}

/**
 * `manifest_sha256` of a verification: of the normal form, so that formatting, the order of keys
 * and a null for an absent field make no difference.
 */
export function normalSha256(manifest: Manifest): string {
  return sha256(encodeManifest(manifest));
}
