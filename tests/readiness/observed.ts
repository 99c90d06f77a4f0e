/** Literal observations for tests: what a battery could have seen. */

import type { ToolName } from "../../core/labels.ts";
import type { Catalog, Tool } from "../../core/mcp/catalog.ts";
import { toolClass } from "../../core/mcp/discovery.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type {
  CompletedCall,
  Exercise,
  ToolObservation,
} from "../../core/readiness/observations.ts";
import type { MeasurementProfile } from "../../core/report/readiness.ts";
import { PROFILE } from "../report/profile.ts";

/** What is particular about a tool. */
export interface ToolTraits {
  description?: string | null;
  properties?: JsonObject;
  readOnlyHint?: boolean | null;
  destructiveHint?: boolean | null;
  outputSchema?: JsonObject | null;
  tokens?: number;
}

/** A listed tool; read-only, well described and without parameters unless told otherwise. */
export function toolOf(name: string, traits: ToolTraits = {}): Tool {
  const { description = "d".repeat(40), properties = {}, outputSchema = null } = traits;
  const { readOnlyHint = true, destructiveHint = null, tokens = 10 } = traits;
  return {
    name: name as ToolName,
    entry: { name, ...(description !== null && { description }) },
    inputSchema: { type: "object", properties },
    outputSchema,
    readOnlyHint,
    destructiveHint,
    class: toolClass(readOnlyHint, destructiveHint),
    bytes: tokens * 4,
    tokens,
  };
}

/** The catalog of these tools. */
export function catalogOf(...tools: Tool[]): Catalog {
  const tokens = tools.reduce((sum, tool) => sum + tool.tokens, 0);
  return { tools, tokens, bytes: tokens * 4 };
}

/** A called tool; `s`, `t` and `r` stand for a success, a tool error and an RPC error. */
export function called(
  outcomes: string,
  { ms = [1, 1, 1], end = "completed", conforms = null }: {
    ms?: number[];
    end?: Extract<Exercise, { kind: "called" }>["end"];
    conforms?: boolean | null;
  } = {},
): Exercise {
  const names: Record<string, CompletedCall["outcome"]> = {
    s: "success",
    t: "tool-error",
    r: "rpc-error",
  };
  const calls = [...outcomes].map((letter, index): CompletedCall => ({
    outcome: names[letter] ?? "rpc-error",
    ms: ms[index] ?? 1,
  }));
  return { kind: "called", calls, end, conforms };
}

/** A tool's observation, not judged for honesty unless told otherwise. */
export function observed(
  name: string,
  exercise: Exercise,
  honesty: ToolObservation["honesty"] = null,
): ToolObservation {
  return { name: name as ToolName, exercise, honesty };
}

/** A measurement profile with some members changed. */
export function profileOf(changes: Partial<MeasurementProfile> = {}): MeasurementProfile {
  return { ...PROFILE, ...changes };
}

/** Lost checks without their hints. */
export function withoutHints<Check extends { hint: string }>(
  checks: readonly Check[],
): Omit<Check, "hint">[] {
  return checks.map(({ hint: _, ...rest }) => rest);
}
