/** What is wrong, or may be, with what the profiles saw (readiness.md §16). */

import type { ToolName } from "../labels.ts";
import { compareBytes } from "../mcp/json.ts";
import type { ProfileObservation } from "./observation.ts";
import type { ProfileName } from "./profiles.ts";

/** The fixed hint of each reason. */
const GUIDANCE_HINTS = {
  "required-tool-unavailable":
    "this client is not offered the tool; register it whatever the client can do, or drop the requirement if it needs a capability on purpose",
  "referenced-tool-unavailable":
    "the instructions name a tool that this client is not offered; read the passage: it is fine if it says on which capability the tool depends, else leave it out for such clients",
} as const;

/** Why a tool is pointed out. */
export type GuidanceReason = keyof typeof GUIDANCE_HINTS;

/** A tool that a profile lacks. */
export interface GuidanceFinding {
  profile: ProfileName;
  tool: string;
  reason: GuidanceReason;
  hint: string;
  /** The selected profiles that list the tool. */
  available_in: ProfileName[];
}

/** Required tools that a profile lacks. */
export function findDefects(
  observations: readonly ProfileObservation[],
  required: readonly ToolName[],
): GuidanceFinding[] {
  return findMissing(observations, "required-tool-unavailable", () => required);
}

/** Tools that the instructions for a profile name although it lacks them: for a person to review. */
export function findCandidates(observations: readonly ProfileObservation[]): GuidanceFinding[] {
  return findMissing(
    observations,
    "referenced-tool-unavailable",
    ({ seen }) => seen?.referenced ?? [],
  );
}

function findMissing(
  observations: readonly ProfileObservation[],
  reason: GuidanceReason,
  wanted: (observation: ProfileObservation) => readonly ToolName[],
): GuidanceFinding[] {
  const listing = (tool: ToolName) =>
    observations.filter(({ seen }) => seen?.tools.includes(tool)).map(({ profile }) => profile);
  return observations.flatMap((observation) =>
    [...new Set(wanted(observation))].sort(compareBytes)
      .map((tool): GuidanceFinding => ({
        profile: observation.profile,
        tool,
        reason,
        hint: GUIDANCE_HINTS[reason],
        available_in: listing(tool),
      }))
      .filter(({ profile, available_in }) => !available_in.includes(profile))
  );
}
