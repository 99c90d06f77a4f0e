/** Which cases run, and whether they may (manifest-and-probes.md §1, §4). */

import { UsageError } from "../errors.ts";
import type { ToolName } from "../labels.ts";
import type { Catalog } from "../mcp/catalog.ts";
import type { Manifest, ProbeCase, ProbeKind } from "./types.ts";

/**
 * The cases of one kind, in manifest order.
 * @param kind null keeps every case
 * @throws {UsageError} when there is no case of it
 */
export function selectCases(manifest: Manifest, kind: ProbeKind | null): ProbeCase[] {
  if (kind === null) return manifest.probes;
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
  if (found === undefined) throw new UsageError("the case is not declared in the manifest");
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

/** A field of a case that holds the name of a tool. */
export interface ToolField {
  /** From the case: `["steps", 0, "tool"]`. */
  path: readonly (string | number)[];
  tool: ToolName;
}

/** Every field of a case that names a tool to call, in order; a tool may occur more than once. */
export function toolFields(probeCase: ProbeCase): ToolField[] {
  switch (probeCase.probe) {
    case "state-recovery":
      return (["failure_tool", "recovery_tool", "validation_tool"] as const)
        .map((name) => ({ path: [name], tool: probeCase[name] }));
    case "workflow":
      return probeCase.steps.map(({ tool }, index) => ({ path: ["steps", index, "tool"], tool }));
    case "resource-subscription":
      if (probeCase.trigger_tool === null) return [];
      return [{ path: ["trigger_tool"], tool: probeCase.trigger_tool }];
    default:
      return "tool" in probeCase ? [{ path: ["tool"], tool: probeCase.tool }] : [];
  }
}

/** Where the tools of the cases are named: the file, and for each case id the line of each field. */
export interface ToolPlaces {
  name: string;
  /** In the order of {@link toolFields}, from 1. */
  lines: ReadonlyMap<string, readonly number[]>;
}

/** The tool under which a case is reported (manifest-and-probes.md §4 “Case record”). */
export function reportedTool(probeCase: ProbeCase): ToolName | null {
  if (probeCase.probe === "resource-subscription") return null;
  return toolFields(probeCase)[0]?.tool ?? null;
}

/** The kinds whose cases run in sessions that declare the capability of the same name (D2). */
export type AskingKind = Extract<ProbeKind, "sampling" | "elicitation">;

/** Lists the tools to a client that declares a capability; null when that did not succeed. */
export type ListTo = (capability: AskingKind) => Promise<ReadonlySet<ToolName> | null>;

/** How cases are held against a catalog. */
export interface ToolCheck {
  /**
   * Called once for a capability at most, before any case runs; where it did not succeed, the case
   * may run and will show.
   */
  listTo: ListTo;
  /** For the errors; without it they name case and field only. */
  places?: ToolPlaces | undefined;
}

/**
 * Holds the selected cases against the complete catalog (manifest-and-probes.md §4 step 4). Servers
 * may list tools that ask the client only to a client that can be asked: a tool of a sampling or
 * elicitation case that the catalog lacks is looked for there, too.
 * @throws {UsageError} for the first case that calls a tool that is not listed, or that is a
 * workflow and calls an annotated writer
 */
export async function checkTools(
  cases: readonly ProbeCase[],
  catalog: Catalog,
  { listTo, places }: ToolCheck,
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
    for (const [index, { path, tool }] of toolFields(probeCase).entries()) {
      const refuse = (problem: string) => {
        const line = places?.lines.get(probeCase.id)?.[index];
        const place = line === undefined ? "" : ` (${places?.name}:${line})`;
        const field = `${probeCase.probe} ${fieldName(path)}`;
        return new UsageError(`probe case ${probeCase.id}: ${field}: ${problem}${place}`);
      };
      if (!await mayExist(probeCase, tool)) throw refuse(`the server does not list ${tool}`);
      if (probeCase.probe === "workflow" && classes.get(tool) === "writer") {
        throw refuse(`${tool} is annotated as a writer; workflows only read`);
      }
    }
  }
}

/** As the loader names fields: `steps[0].tool`. */
function fieldName(path: ToolField["path"]): string {
  return path.map((part, index) =>
    typeof part === "number" ? `[${part}]` : index === 0 ? part : `.${part}`
  ).join("");
}
