/** Which servers to start before they are needed, so that their start-ups overlap. */

import type { ProbeCase, ProbeKind } from "../manifest/types.ts";

/**
 * Connections of their own that a case opens; of negotiation's three handshakes the first session
 * makes one.
 */
const EXTRA: { readonly [Kind in ProbeKind]?: number } = {
  "protocol-negotiation": 2,
  contention: 1,
  sampling: 1,
  elicitation: 1,
  workflow: 1,
};

/** Kinds whose verdict depends on how fast or how steadily the server answers. */
const SENSITIVE: ReadonlySet<ProbeKind> = new Set(["latency-budget", "degradation-over-n"]);

/** So many further servers at most are started at once: a start-up is heavy on processor and memory. */
const MOST = 4;

/**
 * How many servers to start once the first session has shaken hands, and at no other moment:
 *
 * - none, when a sensitive case runs before the first case that opens connections, because the
 *   start-ups would compete with what it measures;
 * - else what all cases together open, at most four. The first such case waits for its servers
 *   anyway, so later ones (contention's) are up before anything sensitive runs.
 *
 * Never before the first handshake: several cold starts of one `npx` package at once corrupt its
 * cache (npm/cli issue 8224), and the first handshake proves the cache warm.
 */
export function serversAhead(cases: readonly ProbeCase[]): number {
  const opening = cases.findIndex(({ probe }) => EXTRA[probe] !== undefined);
  const sensitive = cases.findIndex(({ probe }) => SENSITIVE.has(probe));
  if (sensitive !== -1 && sensitive < opening) return 0;
  return Math.min(MOST, cases.reduce((sum, { probe }) => sum + (EXTRA[probe] ?? 0), 0));
}
