/** `reliability`: do valid calls succeed, alike, in time and under load (readiness.md §4.5). */

import type { LostCheck } from "../../report/readiness.ts";
import { latencyScore, mean, toScore } from "../curves.ts";
import {
  anySkipped,
  type CompletedCall,
  type Exercise,
  type LoadObservation,
  REPEATS,
  shortcoming,
  type ToolObservation,
} from "../observations.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** One entry of the mean: a tool or a kind of load. */
interface Entry {
  /** 0–100, not rounded. */
  score: number;
  /** The same with full marks for latency. */
  withoutLatency: number;
  checks: LostCheck[];
}

/**
 * The mean of one entry per non-writer and one per kind of load that could be tried. The
 * measurements count the outcomes of the valid calls.
 */
export function reliabilityArea(
  tools: readonly ToolObservation[],
  load: LoadObservation,
): AreaResult {
  const entries = [
    ...tools.flatMap(toolEntry),
    ...(anySkipped(tools) ? SKIPPED_LOAD : loadEntries(load)),
  ];
  const checks = entries.flatMap((entry) => entry.checks);
  if (entries.length === 0) {
    checks.push(lost("reliability.none-exercised", 0, "no-read-only-tools"));
  }
  return {
    score: toScore(mean(entries.map(({ score }) => score))),
    checks,
    measurements: {
      ...countOutcomes(tools),
      score_without_latency: toScore(mean(entries.map(({ withoutLatency }) => withoutLatency))),
    },
  };
}

function toolEntry({ name: tool, exercise }: ToolObservation): Entry[] {
  if (exercise.kind === "writer") return [];
  if (exercise.kind === "called" && exercise.end === "completed") {
    return [completedEntry(tool, exercise)];
  }
  const reason = shortcoming(exercise);
  return [noEntry(
    reason === "coverage-skipped"
      ? lost("reliability.skipped", 0, reason, { tool })
      : lost("reliability.none-exercised", 0, reason, { tool }),
  )];
}

/** A tool whose calls all got a usable reply. */
function completedEntry(
  tool: string,
  { calls, conforms }: Extract<Exercise, { kind: "called" }>,
): Entry {
  const successful = calls.filter(({ outcome }) => outcome === "success").length;
  const success = 100 * successful / REPEATS;
  const consistent = new Set(calls.map(({ outcome }) => outcome)).size === 1;
  const latency = latencyScore(median(calls));
  const others = [consistent ? 100 : 0, ...(conforms === null ? [] : [conforms ? 100 : 0])];
  const checks: LostCheck[] = [];
  if (successful < REPEATS) {
    checks.push(lost("reliability.success", toScore(success), "reliability-call-failed", {
      tool,
      observed: successful,
    }));
  }
  if (!consistent) {
    checks.push(lost("reliability.consistent", 0, "reliability-inconsistent", { tool }));
  }
  if (latency < 100) {
    checks.push(lost("reliability.latency", latency, "reliability-slow", { tool }));
  }
  if (conforms === false) {
    checks.push(lost("reliability.output-schema", 0, "reliability-output-schema-broken", { tool }));
  }
  return {
    score: weigh(success, [latency, ...others]),
    withoutLatency: weigh(success, [100, ...others]),
    checks,
  };
}

/** The mean of the parts, scaled by the share of successes; in the standard's order of operations. */
function weigh(success: number, parts: readonly number[]): number {
  return success / 100 * parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

/** The middle latency of three calls, in ms. */
function median(calls: readonly CompletedCall[]): number {
  const sorted = calls.map(({ ms }) => ms).sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? 0;
}

/** What replaces both kinds of load, fit or not, when a tool was left out. */
const SKIPPED_LOAD: readonly Entry[] = [
  noEntry(lost("reliability.contention", 0, "coverage-skipped")),
  noEntry(lost("reliability.payload", 0, "coverage-skipped")),
];

function loadEntries({ contention, payload }: LoadObservation): Entry[] {
  const results = [
    {
      result: contention,
      check: lost("reliability.contention", 0, "reliability-contention-failed"),
    },
    { result: payload, check: lost("reliability.payload", 0, "reliability-payload-unhandled") },
  ];
  return results.filter(({ result }) => result !== "no-candidate").map(({ result, check }) =>
    result === "passed" ? { score: 100, withoutLatency: 100, checks: [] } : noEntry(check)
  );
}

function noEntry(check: LostCheck): Entry {
  return { score: 0, withoutLatency: 0, checks: [check] };
}

/** Counts by class (readiness.md §6); a call that never reached a server belongs to none. */
function countOutcomes(tools: readonly ToolObservation[]): Record<string, number> {
  const called = tools.flatMap(({ exercise }) => exercise.kind === "called" ? [exercise] : []);
  const completed = (kind: CompletedCall["outcome"]) =>
    called.reduce((sum, { calls }) => sum + calls.filter((c) => c.outcome === kind).length, 0);
  const ended = (how: "rejected" | "lost") => called.filter(({ end }) => end === how).length;
  const writers = tools.filter(({ exercise }) => exercise.kind === "writer").length;
  const tested = called.filter(({ calls, end }) => calls.length > 0 || end !== "unconnected");
  return {
    successful_calls: completed("success"),
    tool_errors: completed("tool-error"),
    rpc_errors: completed("rpc-error"),
    rejected_calls: ended("rejected"),
    transport_errors: ended("lost"),
    untested_tools: tools.length - writers - tested.length,
  };
}
