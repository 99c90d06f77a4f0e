/** The client profiles of `guidance`: what a client can do, as a server hears it (readiness.md §16). */

import type { JsonObject } from "../mcp/json.ts";

const ROOTS = { roots: { listChanged: false } };
const SAMPLING = { sampling: {} };
const ELICITATION = { elicitation: {} };

/** The capabilities that each profile declares, in the order of the report. */
export const PROFILE_CAPABILITIES = {
  none: {},
  roots: ROOTS,
  sampling: SAMPLING,
  elicitation: ELICITATION,
  all: { ...ROOTS, ...SAMPLING, ...ELICITATION },
} as const satisfies Readonly<Record<string, JsonObject>>;

/** Name of a profile. */
export type ProfileName = keyof typeof PROFILE_CAPABILITIES;

/** The names in the order of the report. */
export const PROFILE_NAMES = Object.keys(PROFILE_CAPABILITIES) as ProfileName[];

/** Whether a text names a profile. */
export function isProfileName(text: unknown): text is ProfileName {
  return (PROFILE_NAMES as unknown[]).includes(text);
}
