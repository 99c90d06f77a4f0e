/** The tools that evaluate a server (serve-and-demo.md §1.9): their arguments and their results. */

import { isObject, type Json, type JsonObject } from "../core/mcp/json.ts";
import { hintOf } from "../core/reasons.ts";
import type { Evaluation, EvaluationJob, ServedTarget } from "./backend.ts";
import { type ToolName, TOOLS } from "./catalog.ts";
import { firstViolation, type InputSchema } from "./input-schema.ts";
import { dataResult, type ToolResult } from "./tool-result.ts";

/** A job, or what is wrong with the arguments. */
export type ReadJob = { job: EvaluationJob } | { wrong: string };

/** The label of a server that the client does not name. */
const DEFAULT_LABEL = "probed";

/** Reads the arguments of an evaluation tool. */
export function readJob(tool: EvaluationJob["tool"], given: Json): ReadJob {
  switch (tool) {
    case "run_probe": {
      const named = readTarget(given, WRONG_EITHER);
      const server = labelOf(given);
      return "wrong" in named ? named : { job: { tool, ...named, server, ...manifestOf(given) } };
    }
    case "scaffold": {
      const named = readTarget(given, WRONG_EITHER);
      const server = labelOf(given);
      return "wrong" in named ? named : { job: { tool, ...named, server, ...attestedOf(given) } };
    }
    case "score": {
      const broken = firstViolation(nullable(tool), given);
      if (broken !== null) return { wrong: `invalid score arguments${broken}` };
      const named = readTarget(given, WRONG_NEITHER);
      if ("wrong" in named) return named;
      const { skip_tools: skips } = given as JsonObject;
      const skipTools = Array.isArray(skips) ? skips.map(String) : [];
      return { job: { tool, ...named, server: labelOf(given), ...attestedOf(given), skipTools } };
    }
    case "verify_finding": {
      const broken = firstViolation(nullable(tool), given);
      if (broken !== null) return { wrong: `invalid verify_finding arguments${broken}` };
      const named = readTarget(given, WRONG_NEITHER);
      if ("wrong" in named) return named;
      const { finding_id, case_id } = given as JsonObject;
      const [findingId, caseId] = [String(finding_id), String(case_id)];
      return { job: { tool, ...named, findingId, caseId, ...manifestOf(given) } };
    }
  }
}

/** These two take an explicit null for an absent `url` or `server_label`. */
function nullable(name: ToolName): InputSchema {
  const schema = TOOLS.find((tool) => tool.name === name)?.inputSchema ?? { type: "object" };
  const { properties = {} } = schema;
  const widened = Object.entries(properties).map(([property, inner]): [string, InputSchema] =>
    property === "url" || property === "server_label"
      ? [property, { type: ["string", "null"] }]
      : [property, inner]
  );
  return { ...schema, properties: Object.fromEntries(widened) };
}

const WRONG_EITHER = "name the server under test: a command array or a url";
const WRONG_NEITHER = "an endpoint or stdio command is required: give command or url";
const WRONG_BOTH = "give either command or url, not both";

function readTarget(given: Json, wrong: string): { target: ServedTarget } | { wrong: string } {
  const { command, url } = given as JsonObject;
  const words = Array.isArray(command) ? command.map(String) : [];
  const [program, ...args] = words;
  if (typeof url === "string") {
    return program === undefined ? { target: { kind: "http", url } } : { wrong: WRONG_BOTH };
  }
  return program === undefined ? { wrong } : {
    target: { kind: "stdio", command: [program, ...args] },
  };
}

function labelOf(given: Json): string {
  const { server_label: label } = given as JsonObject;
  return typeof label === "string" ? label : DEFAULT_LABEL;
}

function manifestOf(given: Json): { manifest: Json } {
  return { manifest: isObject(given) ? given["manifest"] ?? null : null };
}

function attestedOf(given: Json): { attested: boolean } {
  return { attested: isObject(given) && given["confirm_read_only"] === true };
}

/** The result of an evaluation, as text and as data with the same content. */
export function evaluationResult(evaluation: Evaluation): ToolResult {
  switch (evaluation.kind) {
    case "manifest":
      return dataResult(evaluation.text);
    case "report":
      return dataResult(reportText(evaluation), { ...evaluation.report });
    case "verification": {
      const { findingId, caseId, verified, reason, lifecycle, report } = evaluation;
      const data = { finding_id: findingId, case_id: caseId, verified, reason, lifecycle, report };
      return dataResult(verificationText(evaluation), data);
    }
  }
}

function reportText({ report }: Extract<Evaluation, { kind: "report" }>): string {
  const { cases, readiness, readiness_error: error } = report;
  const lines = cases.filter(({ reason }) => reason !== null)
    .map(({ id, reason, hint }) => `${id}: ${reason} — ${hint}`);
  if (error !== null) lines.push(`readiness not measured: ${error} — ${hintOf(error)}`);
  if (lines.length > 0) return lines.join("\n");
  if (readiness === null) return "all cases passed";
  return `all cases passed; readiness ${readiness.score}/100 (${readiness.standard})`;
}

function verificationText(evaluation: Extract<Evaluation, { kind: "verification" }>): string {
  const { findingId, caseId, reason, lifecycle, report } = evaluation;
  const state = lifecycle === null
    ? `${findingId} not verified: probe=${caseId}`
    : `${findingId} state=${lifecycle.state} probe=${caseId} ` +
      `consecutive_passes=${lifecycle.consecutive_passes}`;
  if (reason === null) return state;
  const hint = report.cases[0]?.hint ?? null;
  return `${state} reason=${reason}${hint === null ? "" : `\n  hint: ${hint}`}`;
}
