/** `protocol`: does the server keep the rules of the protocol itself (readiness.md §4.1). */

import { percentage, toScore } from "../curves.ts";
import type { ProtocolCheck } from "../observations.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** The share of the applicable checks that passed. */
export function protocolArea(checks: readonly ProtocolCheck[]): AreaResult {
  if (checks.length === 0) {
    return {
      score: 0,
      checks: [lost("protocol.ping", 0, "protocol-call-failed")],
      measurements: {},
    };
  }
  const failed = checks.flatMap(({ id, reason }) => reason === null ? [] : [lost(id, 0, reason)]);
  return {
    score: toScore(percentage(checks.length - failed.length, checks.length)),
    checks: failed,
    measurements: {},
  };
}
