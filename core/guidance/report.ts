/** The document `mcpeval.guidance-report/v1` and its text (readiness.md §16, cli.md §4.5). */

import type { ServerLabel, ToolName } from "../labels.ts";
import { compareBytes } from "../mcp/json.ts";
import { joinLines } from "../report/visible.ts";
import { findCandidates, findDefects, type GuidanceFinding } from "./findings.ts";
import type { ProfileObservation } from "./observation.ts";
import type { ProfileName } from "./profiles.ts";

/** The document; its members stand in this order. */
export interface GuidanceReport {
  schema: "mcpeval.guidance-report/v1";
  generator: { name: "mcpeval"; version: string };
  server: string;
  protocol_version: string;
  reference_detection: "inline-code-known-tools";
  settle_ms: number;
  /** Whether every profile could be looked at. */
  complete: boolean;
  /** Whether no required tool is missing; null unless complete. */
  passed: boolean | null;
  /** In byte order. */
  required_tools: string[];
  profiles: {
    profile: ProfileName;
    /** In byte order; null when the profile is incomplete, as the next member. */
    tools: string[] | null;
    instructions_present: boolean | null;
    error: "profile-incomplete" | null;
  }[];
  candidates: GuidanceFinding[];
  defects: GuidanceFinding[];
}

/** What a report is made of. */
export interface GuidanceInput {
  server: ServerLabel;
  /** The revision that was offered. */
  revision: string;
  settleMs: number;
  /** In any order. */
  requiredTools: readonly ToolName[];
  observations: readonly ProfileObservation[];
  /** Version of mcpeval. */
  version: string;
}

/** Assembles the report. An incomplete profile leaves nothing to compare with, so no findings. */
export function buildGuidanceReport(input: GuidanceInput): GuidanceReport {
  const { server, revision, settleMs, observations, version } = input;
  const required = [...new Set(input.requiredTools)].sort(compareBytes);
  const complete = observations.every(({ seen }) => seen !== null);
  const defects = complete ? findDefects(observations, required) : [];
  return {
    schema: "mcpeval.guidance-report/v1",
    generator: { name: "mcpeval", version },
    server,
    protocol_version: revision,
    reference_detection: "inline-code-known-tools",
    settle_ms: settleMs,
    complete,
    passed: complete ? defects.length === 0 : null,
    required_tools: required,
    profiles: observations.map(({ profile, seen }) => ({
      profile,
      tools: seen && seen.tools,
      instructions_present: seen && seen.instructed,
      error: seen === null ? "profile-incomplete" : null,
    })),
    candidates: complete ? findCandidates(observations) : [],
    defects,
  };
}

/** 3: a profile is incomplete; 1: a required tool is missing somewhere; else 0. */
export function guidanceExitCode({ passed }: GuidanceReport): 0 | 1 | 3 {
  if (passed === null) return 3;
  return passed ? 0 : 1;
}

/** The document as JSON text. */
export function renderGuidanceJson(report: GuidanceReport): string {
  return `${JSON.stringify(report, null, 2)}\n`;
}

/** The report as lines of text. */
export function renderGuidanceText(report: GuidanceReport): string {
  const { server, complete, profiles, defects, candidates } = report;
  const lines = [
    `${server} guidance complete=${complete} profiles=${profiles.length} ` +
    `defects=${defects.length} review_candidates=${candidates.length}`,
    ...profiles.map(profileLine),
    ...defects.flatMap((finding) => findingLines("defect", finding)),
    ...candidates.flatMap((finding) => findingLines("review", finding)),
    "  review candidates never fail a run: whether a mention misleads is for a person to say",
  ];
  return joinLines(lines);
}

function profileLine(entry: GuidanceReport["profiles"][number]): string {
  const { profile, tools, instructions_present, error } = entry;
  if (error !== null) return `  ${profile} error=${error}`;
  return `  ${profile} tools=${tools?.length ?? 0} instructions_present=${instructions_present}`;
}

function findingLines(
  kind: "defect" | "review",
  { profile, tool, reason, hint, available_in }: GuidanceFinding,
): string[] {
  return [
    `  ${kind} profile=${profile} tool=${tool} reason=${reason} available_in=${
      available_in.join(",")
    }`,
    `    hint: ${hint}`,
  ];
}
