/** The sequence of handshakes by which a server's version negotiation is judged (readiness.md §4.1, manifest-and-probes.md §7). */

import { isDateShaped, OFFERED_REVISION } from "../mcp/revisions.ts";

/** What is wrong with an answer. */
export type NegotiationFlaw = "invalid-version" | "echoed-unknown" | "inconsistent-support";

/** The first flaw and the handshake it was found at: 1 offers a known version, 2 an unknown one. */
export interface FlawedNegotiation {
  attempt: 1 | 2 | 3;
  flaw: NegotiationFlaw;
}

/**
 * Offers our version, an unknown one, and the one answered to that. A server of another version
 * than ours is asked to confirm it, which does not count as an attempt.
 * @param ask offers a version on a connection of its own and returns the answered one, or null when
 * the answer has none; what it throws is passed on
 * @param unknown a version that does not exist
 * @returns null when there is nothing to object to
 */
export async function judgeNegotiation(
  ask: (version: string) => Promise<string | null>,
  unknown: string,
): Promise<FlawedNegotiation | null> {
  const known = await ask(OFFERED_REVISION);
  if (known === null || !isDateShaped(known)) return { attempt: 1, flaw: "invalid-version" };
  if (known !== OFFERED_REVISION && await ask(known) !== known) {
    return { attempt: 1, flaw: "inconsistent-support" };
  }
  const fallback = await ask(unknown);
  if (fallback === unknown) return { attempt: 2, flaw: "echoed-unknown" };
  if (fallback === null || !isDateShaped(fallback)) return { attempt: 2, flaw: "invalid-version" };
  if (await ask(fallback) === fallback) return null;
  return { attempt: 3, flaw: "inconsistent-support" };
}
