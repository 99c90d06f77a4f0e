/**
 * What the battery saw, free of content: the areas are pure functions of these values and of the
 * catalog (readiness.md §§4, 6).
 */

import type { ToolName } from "../labels.ts";
import type { CheckId } from "../report/readiness.ts";
import type { ReasonOf } from "./standard.ts";

/** Calls of each tool with the same valid arguments. */
export const REPEATS = 3;

/** A valid call that got a usable reply, other than a refusal of its arguments. */
export interface CompletedCall {
  outcome: "success" | "tool-error" | "rpc-error";
  /** Whole milliseconds from sending to reply, rounded down. */
  ms: number;
}

/** How a tool fared when called with valid arguments, or why it was not called. */
export type Exercise =
  /** Never called: it writes. */
  | { kind: "writer" }
  /** Not called: neither its hints nor the user say that it only reads. */
  | { kind: "unattested" }
  /** Not called: no arguments could be built. */
  | { kind: "unsynthesizable" }
  /** Not called: `--skip-tool`. */
  | { kind: "skipped" }
  | {
    kind: "called";
    /** Three of them when `end` is `completed`. */
    calls: CompletedCall[];
    /** `rejected`: error −32602; `lost`: no usable reply; `unconnected`: no server to call. */
    end: "completed" | "rejected" | "lost" | "unconnected";
    /** Whether every success satisfied the output schema; null without a schema or a success. */
    conforms: boolean | null;
  };

/** How a tool answered invalid arguments; null when it was not judged. */
export type Honesty = "honest" | ReasonOf<"error-honesty.invalid-arguments"> | null;

/** One tool after the battery. */
export interface ToolObservation {
  name: ToolName;
  exercise: Exercise;
  honesty: Honesty;
}

/** Whether a server stood a kind of load; `no-candidate` when no tool was fit to try it with. */
export type LoadResult = "passed" | "failed" | "no-candidate";

/** What the two checks under load saw. */
export interface LoadObservation {
  contention: LoadResult;
  payload: LoadResult;
}

/** Id of a check of the protocol area. */
export type ProtocolCheckId = Extract<CheckId, `protocol.${string}`>;

/** One check of the protocol that applied; a null reason is a pass. */
export type ProtocolCheck = {
  [Id in ProtocolCheckId]: { id: Id; reason: ReasonOf<Id> | null };
}[ProtocolCheckId];

/** Whether a tool belongs to the surface that is to be covered: every tool but the writers. */
export function onSurface({ exercise }: ToolObservation): boolean {
  return exercise.kind !== "writer";
}

/** Whether at least one valid call of the tool succeeded. */
export function isExercised({ exercise }: ToolObservation): boolean {
  return exercise.kind === "called" && exercise.calls.some(({ outcome }) => outcome === "success");
}

/** Whether the user had a tool left out that would have been called. */
export function anySkipped(tools: readonly ToolObservation[]): boolean {
  return tools.some(({ exercise }) => exercise.kind === "skipped");
}

/** Why a tool has no success, or not three completed calls. */
export function shortcoming(
  exercise: Exclude<Exercise, { kind: "writer" }>,
): ReasonOf<"coverage.exercised"> {
  switch (exercise.kind) {
    case "unattested":
      return "coverage-unannotated";
    case "unsynthesizable":
      return "coverage-unsynthesizable";
    case "skipped":
      return "coverage-skipped";
    case "called":
      return exercise.end === "rejected" ? "coverage-rejected-arguments" : "coverage-call-failed";
  }
}
