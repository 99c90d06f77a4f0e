/** `init`: looks at a server, calls what is safe to call, and drafts a manifest (cli.md §4.1). */

import { IncompleteError } from "../errors.ts";
import type { ToolName } from "../labels.ts";
import type { Manifest } from "../manifest/types.ts";
import { Fault } from "../mcp/faults.ts";
import type { Connector } from "../mcp/session.ts";
import { listTools, openSession } from "../probes/startup.ts";
import { checkArgumentsFile } from "../readiness/arguments.ts";
import { buildCases } from "./cases.ts";
import {
  decide,
  type DecidedTool,
  type Decision,
  requireCallable,
  type Selection,
} from "./decide.ts";
import { callCandidates, type SmokeResult } from "./smoke.ts";

/** What `init` is asked for; the connector stays open afterwards, its owner closes it. */
export interface ScaffoldJob extends Selection {
  connector: Connector;
  /** Decide, but call nothing. */
  dryRun: boolean;
  /** Told before each call: how many of how many are done, and the tool. */
  onProgress?: (done: number, total: number, tool: string) => void;
  /** Given a line for stderr for each call that broke; the lines hold no content. */
  onDiagnostic?: (line: string) => void;
}

/** One tool of a dry run. */
export interface DecisionRow {
  tool: ToolName;
  decision: Exclude<Decision["kind"], "candidate"> | "by-readOnlyHint" | "by-attestation";
}

/** What came out: free of content but for tool names and the arguments in the manifest. */
export type Scaffold =
  | { kind: "dry-run"; rows: DecisionRow[] }
  | {
    kind: "manifest";
    manifest: Manifest;
    /** Number of listed tools. */
    tools: number;
    skipped: SmokeResult["skipped"];
  };

/**
 * One connection, never replaced: after a crash every later call counts as failed.
 * @throws {UsageError} for an unfit `--arguments` entry or `--tool` name
 * @throws {IncompleteError} when the server cannot be started or listed to the end, lists no tool,
 * or the evaluation budget is used up
 */
export async function scaffold(job: ScaffoldJob): Promise<Scaffold> {
  const session = await openSession(job.connector);
  try {
    job.onProgress?.(0, 0, "listing the tools");
    const discovery = await listTools(session);
    if (!discovery.complete) {
      throw new IncompleteError(
        `listing tools did not complete (${discovery.reason}): nothing was called or written`,
        { cause: new Fault(discovery.reason, discovery.cause) },
      );
    }
    const { catalog } = discovery;
    await checkArgumentsFile(job.argumentsFile, catalog, job.attested);
    if (catalog.tools.length === 0) {
      throw new IncompleteError("the server lists no tools to write cases for");
    }
    const decided: DecidedTool[] = [];
    for (const tool of catalog.tools) decided.push({ tool, decision: await decide(tool, job) });
    requireCallable(job.tools ?? [], decided);
    if (job.dryRun) return { kind: "dry-run", rows: decided.map(toRow) };
    const { verified, skipped } = await callCandidates(session, job, decided);
    const probes = buildCases(catalog, session.capabilities, verified);
    return {
      kind: "manifest",
      manifest: { version: 1, timeout_ms: null, sandboxes: {}, probes },
      tools: catalog.tools.length,
      skipped,
    };
  } finally {
    void session.close();
  }
}

function toRow({ tool, decision }: DecidedTool): DecisionRow {
  return {
    tool: tool.name,
    decision: decision.kind === "candidate" ? `by-${decision.by}` : decision.kind,
  };
}
