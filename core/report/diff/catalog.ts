/** What a changed catalog means to callers (reports.md §7 “Catalog changes”, readiness.md §15). */

import type { ToolContract } from "../../gate-result.ts";
import type { ToolClass } from "../../mcp/catalog.ts";
import { compareBytes } from "../../mcp/json.ts";
import type { CatalogChange, ChangeKind, Severity } from "./document.ts";

/**
 * All kinds in the order in which they are listed for one tool, with their severity; that of a
 * changed class depends on the classes.
 */
const SEVERITIES: Readonly<Record<Exclude<ChangeKind, "class-changed">, Severity>> = {
  "tool-removed": "breaking",
  "tool-added": "compatible",
  "parameter-required": "breaking",
  "parameter-optional": "compatible",
  "parameter-removed": "breaking",
  "parameter-added": "compatible",
  "parameter-changed": "review",
  "output-schema-removed": "breaking",
  "output-schema-added": "compatible",
  "output-schema-changed": "review",
};

const RANKS: readonly Severity[] = ["breaking", "review", "compatible"];

/**
 * The changes between two catalogs: by severity, then by tool, then in the order of the kinds. Of
 * two tools of one name, which only a foreign document has, the last counts.
 */
export function compareCatalogs(
  baseline: readonly ToolContract[],
  current: readonly ToolContract[],
): CatalogChange[] {
  const before = byName(baseline);
  const now = byName(current);
  const names = [...new Set([...before.keys(), ...now.keys()])].sort(compareBytes);
  const changes = names.flatMap((name) => toolChanges(name, before.get(name), now.get(name)));
  return RANKS.flatMap((rank) => changes.filter(({ severity }) => severity === rank));
}

function byName(tools: readonly ToolContract[]): Map<string, ToolContract> {
  return new Map(tools.map((tool) => [tool.name, tool]));
}

function toolChanges(
  tool: string,
  before: ToolContract | undefined,
  now: ToolContract | undefined,
): CatalogChange[] {
  if (before === undefined) return [plainChange(tool, "tool-added", 1)];
  if (now === undefined) return [plainChange(tool, "tool-removed", 1)];
  return [
    ...classChange(tool, before.class, now.class),
    ...parameterChanges(tool, before, now),
    ...outputChange(tool, before.output_schema, now.output_schema),
  ];
}

function plainChange(tool: string, change: keyof typeof SEVERITIES, count: number): CatalogChange {
  return { tool, change, severity: SEVERITIES[change], count };
}

function classChange(tool: string, from: ToolClass, to: ToolClass): CatalogChange[] {
  if (from === to) return [];
  // A host may have called it without asking, and no longer may.
  const breaks = to === "writer" || (from === "read-only" && to === "unannotated");
  const severity = breaks ? "breaking" : "compatible";
  return [{ tool, change: "class-changed", severity, count: 1, from, to }];
}

function parameterChanges(
  tool: string,
  before: ToolContract,
  now: ToolContract,
): CatalogChange[] {
  const required = { before: new Set(before.required), now: new Set(now.required) };
  const known = {
    before: new Map(Object.entries(before.parameters)),
    now: new Map(Object.entries(now.parameters)),
  };
  const counts = {
    "parameter-required": required.now.difference(required.before).size,
    "parameter-optional": count(
      required.before.difference(required.now),
      (name) => known.now.has(name),
    ),
    "parameter-removed": count(known.before.keys(), (name) => !known.now.has(name)),
    "parameter-added": count(
      known.now.keys(),
      (name) => !known.before.has(name) && !required.now.has(name),
    ),
    "parameter-changed": count(
      known.now,
      ([name, digest]) => (known.before.get(name) ?? digest) !== digest,
    ),
  };
  return (Object.keys(counts) as (keyof typeof counts)[])
    .filter((change) => counts[change] > 0)
    .map((change) => plainChange(tool, change, counts[change]));
}

function count<Item>(items: Iterable<Item>, matches: (item: Item) => boolean): number {
  let found = 0;
  for (const item of items) if (matches(item)) found++;
  return found;
}

function outputChange(tool: string, before: string | null, now: string | null): CatalogChange[] {
  if (before === now) return [];
  if (now === null) return [plainChange(tool, "output-schema-removed", 1)];
  if (before === null) return [plainChange(tool, "output-schema-added", 1)];
  return [plainChange(tool, "output-schema-changed", 1)];
}

/** A change on one line: its kind, the classes, the number of parameters when there are several. */
export function changeLabel({ change, count, from, to }: CatalogChange): string {
  const classes = from === undefined || to === undefined ? "" : ` ${from} → ${to}`;
  return `${change}${classes}${count > 1 ? ` ×${count}` : ""}`;
}

/** How many of the changes have a severity. */
export function countBySeverity(changes: readonly CatalogChange[]): Record<Severity, number> {
  const counts = { breaking: 0, review: 0, compatible: 0 };
  for (const { severity } of changes) counts[severity]++;
  return counts;
}
