/** `tools/call` (serve-and-demo.md §1.7): which tool runs, and whether it may. */

import type { Json, JsonObject } from "../core/mcp/json.ts";
import type { ProbeReport } from "../core/report/document.ts";
import { recordAnnotation } from "./annotation-tool.ts";
import type { Backend, EvaluationJob, OnProgress } from "./backend.ts";
import { EVALUATION_TOOLS, offeredTools, type Tool, type ToolName, TOOLS } from "./catalog.ts";
import { getFinding, getReadinessTrends, listFindings } from "./data-tools.ts";
import { evaluationResult, readJob } from "./evaluation-tools.ts";
import { firstViolation } from "./input-schema.ts";
import { failureResult, type ToolResult, withDiagnostics } from "./tool-result.ts";

/** A call that breaks the protocol (-32602), not one that fails. */
export class InvalidCall extends Error {
  override name = "InvalidCall";
}

/** Who has called. */
export interface Caller {
  /** Aborted when the client no longer waits for the result. */
  signal: AbortSignal;
  onProgress: OnProgress;
}

/** The tools of one service. */
export interface ServedTools {
  list: readonly Tool[];
  /**
   * @param name as the client sent it
   * @param given the arguments; undefined when there are none
   * @throws {InvalidCall}
   */
  call(name: Json | undefined, given: Json | undefined, caller: Caller): Promise<ToolResult>;
  /** The newest report with a readiness, of this process. */
  readonly lastReport: ProbeReport | null;
}

/** Tools that read their arguments themselves. */
const SELF_READING: ReadonlySet<ToolName> = new Set(
  ["score", "verify_finding", "record_annotation"] as const,
);

/** Sets up the tools. */
export function serveTools(backend: Backend, allowSpawn: boolean): ServedTools {
  const list = offeredTools(allowSpawn);
  let running = false;
  let lastReport: ProbeReport | null = null;

  async function evaluate(
    tool: EvaluationJob["tool"],
    given: Json,
    { signal, onProgress }: Caller,
  ): Promise<ToolResult> {
    if (running) return failureResult("an evaluation already running has to end first; try later");
    running = true;
    const cancel = () => backend.cancel();
    try {
      const read = readJob(tool, given);
      if ("wrong" in read) return failureResult(read.wrong);
      signal.addEventListener("abort", cancel);
      if (signal.aborted) return failureResult("cancelled");
      const { outcome, diagnostics } = await backend.evaluate(read.job, onProgress);
      if (!outcome.ok) {
        const { message, causes } = outcome.failure;
        return withDiagnostics(failureResult([message, ...causes].join(": ")), diagnostics);
      }
      const { value } = outcome;
      if (value.kind === "report" && value.report.readiness !== null) lastReport = value.report;
      return withDiagnostics(evaluationResult(value), diagnostics);
    } finally {
      signal.removeEventListener("abort", cancel);
      running = false;
    }
  }
  return {
    list,
    async call(name, given = {}, caller) {
      const tool = checkCall(name, given, allowSpawn);
      const args = given as JsonObject;
      switch (tool) {
        case "list_findings":
          return await listFindings(backend, args);
        case "get_finding":
          return await getFinding(backend, args);
        case "get_readiness_trends":
          return await getReadinessTrends(backend);
        case "record_annotation":
          return await recordAnnotation(backend, given);
        default:
          return await evaluate(tool, given, caller);
      }
    },
    get lastReport() {
      return lastReport;
    },
  };
}

function checkCall(name: Json | undefined, given: Json, allowSpawn: boolean): ToolName {
  if (typeof name !== "string") throw new InvalidCall("tools/call is missing a tool name");
  const tool = TOOLS.find((each) => each.name === name);
  if (tool === undefined) throw new InvalidCall(`unknown tool ${name}`);
  if (EVALUATION_TOOLS.has(tool.name) && !allowSpawn) {
    throw new InvalidCall(
      `${tool.name} needs mcpeval serve --allow-spawn, since it starts a server`,
    );
  }
  const broken = SELF_READING.has(tool.name) ? null : firstViolation(tool.inputSchema, given);
  if (broken !== null) throw new InvalidCall(`invalid tool arguments${broken}`);
  return tool.name;
}
