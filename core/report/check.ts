/**
 * The front's check of what the gate hands over from the engine. It is an allow-list: whatever it
 * does not know is refused, so that no payload can ride along into a report. Every part is copied,
 * and the refusal names a place made of our own member names, never a value.
 */

import type { CaseResult, GateResult, ToolContract } from "../gate-result.ts";
import { asIdentifier } from "../labels.ts";
import { PROBE_KINDS } from "../manifest/types.ts";
import { TOOL_CLASSES } from "../mcp/catalog.ts";
import { FAULT_LABELS } from "../mcp/faults.ts";
import type { BoundDetail, Errored, Measurements, Verdict } from "../probes/verdict.ts";
import { FAILURE_REASONS } from "../reasons.ts";
import { BOUNDS, COUNTS, OUTCOMES } from "./case-values.ts";
import {
  ascending,
  count,
  digest,
  isRecord,
  list,
  members,
  oneOf,
  refuse,
  toolName,
} from "./check-parts.ts";

/**
 * A result of the gate that holds nothing but validated labels, counts and digests.
 * @throws {IncompleteError} for anything else
 */
export function checkGateResult(value: unknown): GateResult {
  const { cases, catalog } = members(value, ["cases", "catalog"], "result");
  return {
    cases: list(cases, "cases").map((entry, index) => checkCase(entry, `cases[${index}]`)),
    catalog: catalog === null ? null : checkCatalog(catalog, "catalog"),
  };
}

function checkCase(value: unknown, at: string): CaseResult {
  const { id, probe, tool, result } = members(value, ["id", "probe", "tool", "result"], at);
  return {
    id: asIdentifier(id) ?? refuse(`${at}.id`),
    probe: oneOf(PROBE_KINDS, probe, `${at}.probe`),
    tool: tool === null ? null : toolName(tool, `${at}.tool`),
    result: checkResult(result, `${at}.result`),
  };
}

function checkResult(value: unknown, at: string): Verdict | Errored {
  const verdict = isRecord(value) ? value.verdict : undefined;
  if (verdict === "errored") {
    const { reason } = members(value, ["verdict", "reason"], at);
    return { verdict, reason: oneOf(FAULT_LABELS, reason, `${at}.reason`) };
  }
  if (verdict === "pass") {
    const judged = members(value, ["verdict", "attempts", "measurements"], at);
    return {
      verdict,
      attempts: count(judged.attempts, `${at}.attempts`),
      measurements: checkMeasurements(judged.measurements, `${at}.measurements`),
    };
  }
  if (verdict !== "fail") refuse(`${at}.verdict`);
  const judged = members(
    value,
    ["verdict", "attempts", "firstFailure", "reason", "measurements", "detail"],
    at,
  );
  return {
    verdict,
    attempts: count(judged.attempts, `${at}.attempts`),
    firstFailure: count(judged.firstFailure, `${at}.firstFailure`) || refuse(`${at}.firstFailure`),
    reason: oneOf(FAILURE_REASONS, judged.reason, `${at}.reason`),
    measurements: checkMeasurements(judged.measurements, `${at}.measurements`),
    detail: judged.detail === null ? null : checkDetail(judged.detail, `${at}.detail`),
  };
}

function checkMeasurements(value: unknown, at: string): Measurements {
  const given = members(value, [...COUNTS, "per_tool", "cancellation_outcome"], at);
  const checked: Measurements = {};
  for (const name of COUNTS) {
    if (name in given) checked[name] = count(given[name], `${at}.${name}`);
  }
  if ("per_tool" in given) {
    checked.per_tool = list(given.per_tool, `${at}.per_tool`)
      .map((entry, index) => checkToolTokens(entry, `${at}.per_tool[${index}]`));
  }
  if ("cancellation_outcome" in given) {
    const place = `${at}.cancellation_outcome`;
    checked.cancellation_outcome = oneOf(OUTCOMES, given.cancellation_outcome, place);
  }
  return checked;
}

function checkToolTokens(value: unknown, at: string): { tool: string; tokens: number } {
  const { tool, tokens } = members(value, ["tool", "tokens"], at);
  return { tool: toolName(tool, `${at}.tool`), tokens: count(tokens, `${at}.tokens`) };
}

function checkDetail(value: unknown, at: string): BoundDetail {
  const { bound, limit, observed } = members(value, ["bound", "limit", "observed"], at);
  return {
    bound: oneOf(BOUNDS, bound, `${at}.bound`),
    limit: count(limit, `${at}.limit`),
    observed: count(observed, `${at}.observed`),
  };
}

/**
 * A contract that holds nothing but tool names, classes and digests, sorted by name.
 * @throws {IncompleteError} for anything else
 */
export function checkCatalog(value: unknown, at: string): ToolContract[] {
  const tools = list(value, at).map((entry, index) => checkContract(entry, `${at}[${index}]`));
  ascending(tools.map(({ name }) => name), at);
  return tools;
}

function checkContract(value: unknown, at: string): ToolContract {
  const { name, class: toolClass, required, parameters, output_schema } = members(
    value,
    ["name", "class", "required", "parameters", "output_schema"],
    at,
  );
  const digests = list(required, `${at}.required`).map((item) => digest(item, `${at}.required`));
  ascending(digests, `${at}.required`);
  return {
    name: toolName(name, `${at}.name`),
    class: oneOf(TOOL_CLASSES, toolClass, `${at}.class`),
    required: digests,
    parameters: checkParameters(parameters, `${at}.parameters`),
    output_schema: output_schema === null ? null : digest(output_schema, `${at}.output_schema`),
  };
}

function checkParameters(value: unknown, at: string): Record<string, string> {
  if (!isRecord(value)) refuse(at);
  return Object.fromEntries(
    Object.entries(value).map(([name, constraint]) => [digest(name, at), digest(constraint, at)]),
  );
}
