/** Which cases run, and whether they may (manifest-and-probes.md §1, §4). */

import { UsageError } from "../errors.ts";
import type { ToolName } from "../labels.ts";
import type { Catalog } from "../mcp/catalog.ts";
import { type Manifest, PROBE_KINDS, type ProbeCase } from "./types.ts";

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

/**
 * Holds the selected cases against the complete catalog (manifest-and-probes.md §4 step 4).
 * @throws {UsageError} for the first case that calls a tool that is not listed, or that is a
 * workflow and calls an annotated writer
 */
export function checkTools(cases: readonly ProbeCase[], catalog: Catalog): void {
  const classes = new Map(catalog.tools.map((tool) => [tool.name, tool.class]));
  for (const probeCase of cases) {
    for (const tool of toolsOf(probeCase)) {
      const prefix = `probe case ${probeCase.id}: ${probeCase.probe}`;
      if (!classes.has(tool)) {
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
