/** What to do about each class of findings (capture.md §9.3), one line each without a period. */

import { hintOf } from "../reasons.ts";
import type { FindingClass } from "./finding.ts";

const HINTS: Readonly<Record<FindingClass, string>> = {
  "unstable-error-code": hintOf("unstable-error-code"),
  "false-success":
    "the call reported success, but nothing happened; check the effect before answering, and return a structured error when there was none",
  "blocked-optimal-path":
    "agents had to leave the documented route and go round it; make that route work, or describe the one that does in the tool's description",
  "recovers-on-retry":
    "the call fails and then works when it is made again; remove the transient cause (a cold start, a race, a short timeout) or retry inside the server",
  "retry-did-not-recover": hintOf("retry-did-not-recover"),
  "recurring-error":
    "the same error comes back in several sessions; reproduce it from the shape of the arguments, return one stable code for it, and attach a probe with `mcpeval generate`",
};

/** The hint of a class; two classes share the hint of the probe reason of the same name. */
export function classHint(name: FindingClass): string {
  return HINTS[name];
}
