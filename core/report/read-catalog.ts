/** Reading the catalog contract of a report document (reports.md §1.5, §1.7). */

import type { ToolContract } from "../gate-result.ts";
import { asToolName } from "../labels.ts";
import { TOOL_CLASSES } from "../mcp/catalog.ts";
import type { Json } from "../mcp/json.ts";
import { isMatch } from "../readiness/value-checks.ts";
import type { CurrentReport } from "./recorded.ts";
import { itemsOf, membersOf, oneOf, unusable } from "./unusable.ts";

const DIGEST = /^[0-9a-f]{16}$/i;

/**
 * A catalog; digests keep the case they are written in.
 * @throws {UsageError}
 */
export function readCatalog(value: Json): CurrentReport["catalog"] {
  const { tools } = membersOf(value, "catalog");
  return {
    tools: itemsOf(tools, "catalog.tools")
      .map((tool, index) => readTool(tool, `catalog.tools[${index}]`)),
  };
}

function readTool(value: Json, place: string): ToolContract {
  const members = membersOf(value, place);
  const { output_schema } = members;
  return {
    name: asToolName(members.name) ?? unusable(`${place}.name`, "must be a tool name"),
    class: oneOf(TOOL_CLASSES, members.class, `${place}.class`, "tool class"),
    required: itemsOf(members.required, `${place}.required`)
      .map((item) => digest(item, `${place}.required`)),
    parameters: readParameters(members.parameters, `${place}.parameters`),
    output_schema: output_schema === undefined || output_schema === null
      ? null
      : digest(output_schema, `${place}.output_schema`),
  };
}

function readParameters(value: Json | undefined, place: string): Record<string, string> {
  return Object.fromEntries(
    Object.entries(membersOf(value, place))
      .map(([name, constraint]) => [digest(name, place), digest(constraint, place)]),
  );
}

function digest(value: Json, place: string): string {
  return isMatch(value, DIGEST) ? value : unusable(place, "must hold digests of 16 hex digits");
}
