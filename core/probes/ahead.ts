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

/** So many further servers at most are started at once: a start-up is heavy on processor and memory. */
const MOST = 4;

/** When a gate starts servers ahead, and how many. */
export interface AheadPlan {
  /** Index of the first case that opens connections; the servers are started with it. −1: never. */
  at: number;
  /** What all cases together open, at most four. */
  servers: number;
}

/**
 * Plans the starts. They go with the first case that opens connections, because until then nothing
 * may disturb the server: another instance could end it or hold what it needs, and start-ups compete
 * with what is timed. That case waits for its servers anyway, so later ones (contention's) are up
 * before anything else is timed.
 *
 * Several cold starts of one `npx` package at once corrupt its cache (npm/cli issue 8224); the first
 * handshake has proved it warm by then.
 */
export function planAhead(cases: readonly ProbeCase[]): AheadPlan {
  return {
    at: cases.findIndex(({ probe }) => EXTRA[probe] !== undefined),
    servers: Math.min(MOST, cases.reduce((sum, { probe }) => sum + (EXTRA[probe] ?? 0), 0)),
  };
}
