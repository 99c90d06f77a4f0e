/** `output-schema`: does a tool return what it declares (spec §6). */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { compileSchema } from "../schema/validator.ts";
import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** One call, unless the tool declares no output schema. */
export const outputSchema: Probe<"output-schema"> = async (probeCase, context) => {
  const tool = context.discovery.catalog.tools.find(({ name }) => name === probeCase.tool);
  const schema = tool?.outputSchema ?? null;
  if (schema === null) return pass(0);
  const outcome = await callTool(context, probeCase.tool, probeCase.arguments);
  if (outcome.kind !== "success" || !Object.hasOwn(outcome.result, "structuredContent")) {
    return fail(1, "output-schema-declared-but-missing");
  }
  // Present null is content, judged like any other value.
  const content = outcome.result.structuredContent ?? null;
  if (lacksField(schema, content)) return fail(1, "output-schema-field-missing");
  const accepts = await compileSchema(schema);
  return accepts?.(content) ? pass(1) : fail(1, "output-schema-invalid-result");
};

/** Whether a top-level required field is absent; names the commonest flaw before all others. */
function lacksField({ required }: JsonObject, content: Json): boolean {
  if (!Array.isArray(required)) return false;
  return required.some((name) =>
    typeof name === "string" && !(isObject(content) && Object.hasOwn(content, name))
  );
}
