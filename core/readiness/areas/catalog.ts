/** `catalog`: do the definitions tell a caller what it needs to know (readiness.md §4.2). */

import type { Tool } from "../../mcp/catalog.ts";
import { isObject, type Json } from "../../mcp/json.ts";
import type { LostCheck } from "../../report/readiness.ts";
import { mean, percentage, toScore } from "../curves.ts";
import { lost } from "../standard.ts";
import type { AreaResult } from "./area.ts";

/** Code points of the shortest description that passes. */
const SHORTEST_DESCRIPTION = 40;

/** Keywords of which any one gives a parameter a type. */
const TYPING_KEYWORDS = ["type", "enum", "const", "$ref", "anyOf", "oneOf"];

interface CatalogCheck {
  applies(tool: Tool): boolean;
  passes(tool: Tool): boolean;
  lost(tool: Tool): LostCheck;
}

const CATALOG_CHECKS: readonly CatalogCheck[] = [
  {
    applies: () => true,
    passes: (tool) => descriptionLength(tool) >= SHORTEST_DESCRIPTION,
    lost: (tool) =>
      lost("catalog.description", 0, "catalog-short-description", {
        tool: tool.name,
        observed: descriptionLength(tool),
      }),
  },
  {
    applies: (tool) => parameters(tool).length > 0,
    passes: (tool) => parameters(tool).every(isDescribed),
    lost: ({ name: tool }) =>
      lost("catalog.params-described", 0, "catalog-undescribed-params", { tool }),
  },
  {
    applies: (tool) => parameters(tool).length > 0,
    passes: (tool) => parameters(tool).every(isTyped),
    lost: ({ name: tool }) => lost("catalog.params-typed", 0, "catalog-untyped-params", { tool }),
  },
  {
    applies: () => true,
    passes: (tool) => tool.readOnlyHint !== null,
    lost: ({ name: tool }) =>
      lost("catalog.read-only-declared", 0, "catalog-read-only-undeclared", { tool }),
  },
  {
    applies: (tool) => tool.class === "writer",
    passes: (tool) => tool.destructiveHint !== null,
    lost: ({ name: tool }) =>
      lost("catalog.destructive-declared", 0, "catalog-destructive-undeclared", { tool }),
  },
  {
    applies: () => true,
    passes: (tool) => tool.outputSchema !== null,
    lost: ({ name: tool }) =>
      lost("catalog.output-schema", 0, "catalog-no-output-schema", { tool }),
  },
];

/** The mean over all tools, writers included, of the share of its checks that each tool passes. */
export function catalogArea(tools: readonly Tool[]): AreaResult {
  if (tools.length === 0) {
    return { score: 0, checks: [lost("catalog.empty", 0, "catalog-no-tools")], measurements: {} };
  }
  const shares: number[] = [];
  const checks: LostCheck[] = [];
  for (const tool of tools) {
    const applicable = CATALOG_CHECKS.filter((check) => check.applies(tool));
    const failed = applicable.filter((check) => !check.passes(tool));
    shares.push(percentage(applicable.length - failed.length, applicable.length));
    checks.push(...failed.map((check) => check.lost(tool)));
  }
  return { score: toScore(mean(shares)), checks, measurements: {} };
}

/** Code points of the description as it stands; 0 when it is not a string. */
function descriptionLength({ entry }: Tool): number {
  return typeof entry.description === "string" ? [...entry.description].length : 0;
}

/** The schemas of the declared properties. */
function parameters({ inputSchema: { properties } }: Tool): Json[] {
  return isObject(properties) ? Object.values(properties) : [];
}

function isDescribed(schema: Json): boolean {
  return isObject(schema) && typeof schema.description === "string" && schema.description !== "";
}

function isTyped(schema: Json): boolean {
  return isObject(schema) && TYPING_KEYWORDS.some((keyword) => Object.hasOwn(schema, keyword));
}
