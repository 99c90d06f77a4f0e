/** `protocol-negotiation`: does the server negotiate a revision, or echo what it is told (spec §7). */

import { judgeNegotiation } from "./negotiation.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/**
 * Three handshakes, four with a server of another revision, each on a connection of its own (D6).
 * The extra one does not count as an attempt.
 */
export const protocolNegotiation: Probe<"protocol-negotiation"> = async (
  { bogus_version: bogus },
  { connector },
) => {
  const flawed = await judgeNegotiation((version) => connector.negotiate(version), bogus);
  return flawed === null ? pass(3) : fail(flawed.attempt, `negotiation-${flawed.flaw}`);
};
