/** Which cases run, and whether they may (manifest-and-probes.md §1, §4). */

import { UsageError } from "../errors.ts";
import type { ToolName } from "../labels.ts";
import type { Catalog } from "../mcp/catalog.ts";
import { type Manifest, PROBE_KINDS, type ProbeCase, type ProbeKind } from "./types.ts";

/**
 * The cases of one kind, in manifest order.
 * @param kind as the user named it; null keeps every case
 * @throws {UsageError} when there is no such kind, or no case of it
 */
export function selectCases(manifest: Manifest, kind: string | null): ProbeCase[] {
  if (kind === null) return manifest.probes;
  if (!PROBE_KINDS.some((known) => known === kind)) {
    throw new UsageError(`unknown probe kind; the kinds are ${PROBE_KINDS.join(", ")}`);
  }
  const cases = manifest.probes.filter(({ probe }) => probe === kind);
  if (cases.length === 0) throw new UsageError(`the manifest has no ${kind} case to select`);
  return cases;
}

/**
 * The one case with an id.
 * @throws {UsageError} when there is none
 */
export function selectCase(manifest: Manifest, id: string): ProbeCase {
  const found = manifest.probes.find((probeCase) => probeCase.id === id);
  if (found === undefined) throw new UsageError("the manifest has no case with this id");
  return found;
}

/**
 * Holds back cases that may change something.
 * @param allowed whether the user gave `--allow-mutation`
 * @throws {UsageError} naming the first such case
 */
export function checkMutation(cases: readonly ProbeCase[], allowed: boolean): void {
  const mutating = cases.find(({ access }) => access === "mutating");
  if (mutating === undefined || allowed) return;
  throw new UsageError(
    `probe case ${mutating.id}: ${mutating.probe} is mutating; ` +
      "give --allow-mutation to run it against its sandbox",
  );
}

/** Every tool that a case calls, in the order of its fields; a tool may occur more than once. */
export function toolsOf(probeCase: ProbeCase): ToolName[] {
  switch (probeCase.probe) {
    case "state-recovery":
      return [probeCase.failure_tool, probeCase.recovery_tool, probeCase.validation_tool];
    case "workflow":
      return probeCase.steps.map(({ tool }) => tool);
    case "resource-subscription":
      return probeCase.trigger_tool === null ? [] : [probeCase.trigger_tool];
    default:
      return "tool" in probeCase ? [probeCase.tool] : [];
  }
}

/** The tool under which a case is reported (manifest-and-probes.md §4 “Case record”). */
export function reportedTool(probeCase: ProbeCase): ToolName | null {
  if (probeCase.probe === "resource-subscription") return null;
  return toolsOf(probeCase)[0] ?? null;
}

/** The kinds whose cases run in sessions that declare the capability of the same name (D2). */
export type AskingKind = Extract<ProbeKind, "sampling" | "elicitation">;

/** Lists the tools to a client that declares a capability; null when that did not succeed. */
export type ListTo = (capability: AskingKind) => Promise<ReadonlySet<ToolName> | null>;

/**
 * Holds the selected cases against the complete catalog (manifest-and-probes.md §4 step 4). Servers
 * may list tools that ask the client only to a client that can be asked: a tool of a sampling or
 * elicitation case that the catalog lacks is looked for there, too.
 * @param listTo called once for a capability at most, before any case runs; where it did not
 * succeed, the case may run and will show
 * @throws {UsageError} for the first case that calls a tool that is not listed, or that is a
 * workflow and calls an annotated writer
 */
export async function checkTools(
  cases: readonly ProbeCase[],
  catalog: Catalog,
  listTo: ListTo,
): Promise<void> {
  const classes = new Map(catalog.tools.map((tool) => [tool.name, tool.class]));
  const further = new Map<AskingKind, ReadonlySet<ToolName> | null>();
  async function mayExist({ probe }: ProbeCase, tool: ToolName): Promise<boolean> {
    if (classes.has(tool)) return true;
    if (probe !== "sampling" && probe !== "elicitation") return false;
    if (!further.has(probe)) further.set(probe, await listTo(probe));
    return further.get(probe)?.has(tool) ?? true;
  }
  for (const probeCase of cases) {
    for (const tool of toolsOf(probeCase)) {
      const prefix = `probe case ${probeCase.id}: ${probeCase.probe}`;
      if (!await mayExist(probeCase, tool)) {
        throw new UsageError(`${prefix} calls ${tool}, which the server does not list`);
      }
      if (probeCase.probe === "workflow" && classes.get(tool) === "writer") {
        throw new UsageError(
          `${prefix} calls ${tool}, which is annotated as a writer; workflows only read`,
        );
      }
    }
  }
}
