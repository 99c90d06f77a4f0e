/** The cases that `init` writes, with bounds derived from what it saw (cli.md §4.1 “Cases”). */

import { asIdentifier, type Identifier } from "../labels.ts";
import type { ProbeCase, ProbeKind } from "../manifest/types.ts";
import type { Catalog, Tool } from "../mcp/catalog.ts";
import { compareBytes, isObject, type JsonObject } from "../mcp/json.ts";

/** A tool whose smoke call succeeded. */
export interface VerifiedTool {
  tool: Tool;
  /** The arguments that succeeded. */
  arguments: JsonObject;
  /** How long the call took, in ms. */
  ms: number;
}

/** All cases in the order of the table; every one of them is `read_only`. */
export function buildCases(
  catalog: Catalog,
  capabilities: JsonObject,
  verified: readonly VerifiedTool[],
): ProbeCase[] {
  return [
    ...serverCases(catalog, capabilities),
    ...verified.flatMap((tool, index) => toolCases(tool, index + 1)),
    ...loadCases(verified),
  ];
}

function serverCases(catalog: Catalog, capabilities: JsonObject): ProbeCase[] {
  const heaviest = Math.max(0, ...catalog.tools.map(({ tokens }) => tokens));
  const maxTotal = clamp(upTo100(2 * Math.ceil(catalog.bytes / 4)), 100, 1_000_000);
  const cases: ProbeCase[] = [
    {
      probe: "discovery-cost",
      id: fixedId("discovery-budget"),
      access: "read_only",
      max_tools: clamp(2 * catalog.tools.length, 10, 10_000),
      max_schema_bytes: clamp(2 * catalog.bytes, 1000, 10_000_000),
    },
    {
      probe: "token-cost",
      id: fixedId("token-budget"),
      access: "read_only",
      max_total_tokens: maxTotal,
      max_tool_tokens: Math.min(clamp(upTo100(2 * heaviest), 100, 100_000), maxTotal),
    },
    {
      probe: "pagination",
      id: fixedId("catalog-pagination"),
      access: "read_only",
      max_pages: 5,
    },
    {
      probe: "protocol-negotiation",
      id: fixedId("protocol-negotiation"),
      access: "read_only",
      bogus_version: "2000-01-01",
    },
  ];
  if (Object.hasOwn(capabilities, "resources") || Object.hasOwn(capabilities, "prompts")) {
    cases.push({
      probe: "surface-listing",
      id: fixedId("declared-surfaces"),
      access: "read_only",
      max_pages: 5,
    });
  }
  return cases;
}

function toolCases({ tool, arguments: args, ms }: VerifiedTool, position: number): ProbeCase[] {
  const cases: ProbeCase[] = [
    toolCase("schema-guessability", "guessable", tool, args, position),
    { ...toolCase("degradation-over-n", "repeat", tool, args, position), max_attempts: 5 },
    {
      ...toolCase("latency-budget", "latency", tool, args, position),
      attempts: 3,
      max_latency_ms: clamp(upTo100(4 * Math.trunc(ms)), 1000, 60_000),
    },
  ];
  if (tool.outputSchema !== null) {
    cases.push(toolCase("output-schema", "output", tool, args, position));
  }
  return cases;
}

/** Two cases for the whole server; both need a tool that can be called. */
function loadCases(verified: readonly VerifiedTool[]): ProbeCase[] {
  const [first] = verified;
  if (first === undefined) return [];
  const target = verified.find(({ tool }) => stringProperty(tool) !== null) ?? first;
  return [
    toolCase("contention", "contention", first.tool, first.arguments, 1),
    {
      ...toolCase("payload-bounds", "payload", target.tool, target.arguments, 1),
      field: stringProperty(target.tool) ?? fixedId("payload"),
      size_bytes: 1_000_000,
      expect_handled: false,
    },
  ];
}

/** The first property by name, in byte order, that takes a plain string and can be a field. */
function stringProperty({ inputSchema }: Tool): Identifier | null {
  if (!isObject(inputSchema.properties)) return null;
  const names = Object.entries(inputSchema.properties)
    .filter(([, schema]) => isObject(schema) && schema.type === "string")
    .map(([name]) => asIdentifier(name))
    .filter((name) => name !== null);
  return names.sort(compareBytes)[0] ?? null;
}

function toolCase<Kind extends ProbeKind>(
  probe: Kind,
  suffix: string,
  { name }: Tool,
  args: JsonObject,
  position: number,
) {
  return {
    probe,
    id: asIdentifier(`${name}-${suffix}`) ?? fixedId(`case-${probe}-${position}`),
    tool: name,
    access: "read_only" as const,
    sandbox: null,
    arguments: args,
  };
}

/** A text of ours that is an identifier by construction. */
function fixedId(text: string): Identifier {
  return text as Identifier;
}

/** Up to a multiple of 100. */
function upTo100(value: number): number {
  return Math.ceil(value / 100) * 100;
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
