/** Calls each tool with invalid and with valid arguments (readiness.md §3 step 4, §§4.4–4.7). */

import type { Tool } from "../mcp/catalog.ts";
import type { JsonObject } from "../mcp/json.ts";
import type { CallOutcome } from "../mcp/session.ts";
import { compileSchema } from "../schema/validator.ts";
import type { Connection } from "./connection.ts";
import { LATENCY_BANDS } from "./curves.ts";
import { invalidArguments } from "./invalid-arguments.ts";
import {
  type CompletedCall,
  type Exercise,
  type Honesty,
  REPEATS,
  type ToolObservation,
} from "./observations.ts";
import { synthesizeArguments } from "./synthesis.ts";

const INVALID_PARAMS = -32602;

/** A call that has lasted so long, in ms, cannot score less for its latency. */
const SLOWEST_MS = Math.max(...LATENCY_BANDS.map(({ upTo }) => upTo));

/** The text that stands for a missing one in a tool error (wire.md §3.1). */
const NO_TEXT = "tool error";

/** What the user said about a tool. */
export interface ToolOptions {
  /** `--confirm-read-only`: unannotated tools only read. */
  attested: boolean;
  /** Whether `--skip-tool` names it. */
  skipped: boolean;
  /** Its entry in the `--arguments` file; null without one. */
  given: JsonObject | null;
  /** Called when the tool sleeps, and is going to for some seconds: nothing is measured then. */
  onSleep: () => void;
}

/** A tool that was called with valid arguments. */
export interface ExercisedTool {
  tool: Tool;
  /** The arguments of its calls. */
  arguments: JsonObject;
  /** Whether all three calls succeeded. */
  steady: boolean;
}

/** Whether a tool may be called. */
export function isCallable({ class: toolClass }: Tool, attested: boolean): boolean {
  return toolClass === "read-only" || (toolClass === "unannotated" && attested);
}

/**
 * Treats one tool: a call with invalid arguments and a `ping`, then three calls with valid ones.
 * @returns what was seen, and the tool as a candidate for the checks under load if it was called
 */
export async function exerciseTool(
  connection: Connection,
  tool: Tool,
  { attested, skipped, given, onSleep }: ToolOptions,
): Promise<{ observation: ToolObservation; exercised: ExercisedTool | null }> {
  const uncalled = (exercise: Exercise, honesty: Honesty) => ({
    observation: { name: tool.name, exercise, honesty },
    exercised: null,
  });
  if (tool.class === "writer") return uncalled({ kind: "writer" }, null);
  if (!isCallable(tool, attested)) return uncalled({ kind: "unattested" }, null);
  const honesty = await judgeHonesty(connection, tool, skipped);
  const args = given ?? await synthesizeArguments(tool.inputSchema);
  // Before `skipped`: such a tool would not have been called anyway.
  if (args === null) return uncalled({ kind: "unsynthesizable" }, honesty);
  if (skipped) return uncalled({ kind: "skipped" }, honesty);
  const exercise = await callRepeatedly(connection, tool, args, onSleep);
  const { calls } = exercise;
  const steady = calls.length === REPEATS && calls.every(({ outcome }) => outcome === "success");
  return {
    observation: { name: tool.name, exercise, honesty },
    exercised: { tool, arguments: args, steady },
  };
}

async function judgeHonesty(
  connection: Connection,
  { name, inputSchema }: Tool,
  skipped: boolean,
): Promise<Honesty> {
  const args = invalidArguments(inputSchema);
  if (args === null) return null;
  if (skipped) return "coverage-skipped";
  const exchanged = await connection.exchange(async (session) => {
    const outcome = await session.call(name, args, { observing: true });
    // Any reply will do: it shows that the refusal left the server standing.
    await session.request("ping", {});
    return judgeAnswer(outcome);
  });
  return exchanged.kind === "done" ? exchanged.value : "honesty-call-failed";
}

function judgeAnswer(outcome: CallOutcome): Honesty {
  switch (outcome.kind) {
    case "success":
      return "honesty-accepted-invalid";
    case "tool-error": {
      const { message } = outcome.payload;
      return message === "" || message === NO_TEXT ? "honesty-empty-error" : "honest";
    }
    case "rpc-error":
      return outcome.code === INVALID_PARAMS ? "honest" : "honesty-wrong-code";
  }
}

/** Calls a tool three times, or until a call is lost or its arguments are refused. */
async function callRepeatedly(
  connection: Connection,
  tool: Tool,
  args: JsonObject,
  onSleep: () => void,
): Promise<Extract<Exercise, { kind: "called" }>> {
  const { name, outputSchema } = tool;
  const exercise: Extract<Exercise, { kind: "called" }> = {
    kind: "called",
    calls: [],
    end: "completed",
    conforms: null,
  };
  // Before the calls, whose latency counts.
  const conforms = outputSchema === null ? null : await conformance(outputSchema);
  while (exercise.calls.length < REPEATS) {
    const nap = sleepsLong(exercise.calls.at(-1)) ? setTimeout(onSleep, SLOWEST_MS) : undefined;
    const exchanged = await connection.exchange((session) =>
      session.call(name, args, { observing: true })
    ).finally(() => clearTimeout(nap));
    if (exchanged.kind !== "done") return { ...exercise, end: exchanged.kind };
    const outcome = exchanged.value;
    if (outcome.kind === "rpc-error" && outcome.code === INVALID_PARAMS) {
      return { ...exercise, end: "rejected" };
    }
    exercise.calls.push({ outcome: outcome.kind, ms: Math.floor(outcome.ms) });
    if (outcome.kind === "success" && conforms !== null) {
      exercise.conforms = (exercise.conforms ?? true) && conforms(outcome.result);
    }
  }
  return exercise;
}

/** Whether the next call of a tool, going by the one before it, lasts well beyond that. */
function sleepsLong(previous: CompletedCall | undefined): boolean {
  return previous !== undefined && previous.ms > 2 * SLOWEST_MS;
}

/** Tells whether a result has the structured content that a schema asks for. */
async function conformance(schema: JsonObject): Promise<(result: JsonObject) => boolean> {
  const accepts = await compileSchema(schema);
  // Nothing satisfies an unusable schema.
  return (result) =>
    accepts !== null && Object.hasOwn(result, "structuredContent") &&
    accepts(result.structuredContent ?? null);
}
