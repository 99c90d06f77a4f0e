/** `completion`: are the values of an argument suggested in the agreed form (spec §7). */

import type { CaseOf } from "../manifest/types.ts";
import { encodeJson, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import type { Reply } from "../mcp/session.ts";
import { absorb } from "./absorb.ts";
import type { Probe } from "./probe.ts";
import { fail, pass, type Verdict } from "./verdict.ts";

/** One request, unless the server does not declare completions; any value declares them. */
export const completion: Probe<"completion"> = async (probeCase, { session }) => {
  if (!Object.hasOwn(session.capabilities, "completions")) return pass(0);
  let reply: Reply;
  try {
    reply = await session.request("completion/complete", paramsOf(probeCase));
  } catch (error) {
    absorb(error, session);
    return fail(1, "completion-stalled-request");
  }
  return reply.kind === "error"
    ? judgeError(reply.error, probeCase.argument_name)
    : judgeValues(valuesOf(reply.result), probeCase.max_values);
};

function paramsOf(probeCase: CaseOf<"completion">): JsonObject {
  const { ref_type: type, ref_uri: target } = probeCase;
  return {
    ref: type === "ref/resource" ? { type, uri: target } : { type, name: target },
    argument: { name: probeCase.argument_name, value: probeCase.argument_value },
  };
}

/** An error that names the argument, anywhere in it, is about the argument. */
function judgeError(error: Json, argument: string): Verdict {
  return fail(
    1,
    encodeJson(error).includes(argument)
      ? "completion-argument-unknown"
      : "completion-invalid-request",
  );
}

function valuesOf(result: Json): Json | undefined {
  const completion = isObject(result) ? result.completion : undefined;
  return isObject(completion) ? completion.values : undefined;
}

function judgeValues(values: Json | undefined, most: number): Verdict {
  if (!Array.isArray(values) || !values.every((value) => typeof value === "string")) {
    return fail(1, "completion-invalid-request");
  }
  return values.length > most ? fail(1, "completion-value-flood") : pass(1);
}
