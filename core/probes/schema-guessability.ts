/** `schema-guessability`: can a client build a call from the schema alone (spec §5). */

import { isObject, type JsonObject } from "../mcp/json.ts";
import type { FailureReason } from "../reasons.ts";
import { callTool } from "./call.ts";
import type { Probe } from "./probe.ts";
import { fail, pass, type Verdict } from "./verdict.ts";

/** Checks the tool's input schema, then makes one call. */
export const schemaGuessability: Probe<"schema-guessability"> = async (probeCase, context) => {
  const tool = context.discovery.catalog.tools.find(({ name }) => name === probeCase.tool);
  const flaw = schemaFlaw(tool?.inputSchema ?? {}, probeCase.arguments);
  if (flaw !== null) return failBeforeCall(flaw);
  const outcome = await callTool(context, probeCase.tool, probeCase.arguments);
  return outcome.kind === "success" ? pass(1) : fail(1, "unexpected-outcome");
};

/** The first thing that keeps `args` from being a call that the schema describes, or null. */
function schemaFlaw(schema: JsonObject, args: JsonObject): FailureReason | null {
  if (schema.type !== "object") return "invalid-schema";
  const properties = Object.hasOwn(schema, "properties") ? schema.properties : {};
  if (!isObject(properties)) return "invalid-schema";
  const required = Object.hasOwn(schema, "required") ? schema.required : [];
  if (!Array.isArray(required)) return "invalid-schema";
  for (const name of required) {
    if (typeof name !== "string" || !Object.hasOwn(properties, name)) return "invalid-schema";
    if (!Object.hasOwn(args, name)) return "missing-required-argument";
  }
  return null;
}

/** No call was made, and the first one could not have succeeded. */
function failBeforeCall(reason: FailureReason): Verdict {
  return { ...fail(1, reason), attempts: 0 };
}
