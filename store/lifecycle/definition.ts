/** Verifications with the id of what they ran (capture.md §11.3); only that hash is kept. */

import { createHash } from "node:crypto";
import { type Outcome, outcomeOf, RemoteError } from "../../core/errors.ts";
import { loadSalt } from "../salt.ts";
import { type Lifecycle, recordVerification, type Verification } from "./lifecycle.ts";

const CONTRACT = "mcpeval-verification-definition/1\0";

/**
 * The id of a definition: 64 hex digits that say nothing without the salt.
 * @param salt the 32 bytes of this home
 * @param definition canonical JSON
 */
export function definitionId(salt: Uint8Array, definition: string): string {
  const bytes = new TextEncoder().encode(definition);
  const length = new Uint8Array(8);
  new DataView(length.buffer).setBigUint64(0, BigInt(bytes.length));
  return createHash("sha256").update(salt).update(CONTRACT).update(length).update(bytes)
    .digest("hex");
}

/** Records a verification, see {@link recordVerification}. */
export function recordDefined(
  home: string,
  run: Omit<Verification, "definitionId">,
  definition: string,
): Promise<Outcome<Lifecycle>> {
  return outcomeOf(async () => {
    const id = definitionId(await loadSalt(home), definition);
    const recorded = recordVerification(home, { ...run, definitionId: id });
    if (recorded.ok) return recorded.value;
    throw new RemoteError(recorded.failure);
  });
}
