/** `elicitation`: does a call that asks the user for something end well (spec §8). */

import { isObject } from "../mcp/json.ts";
import { judgeAsking } from "./asking.ts";
import type { Probe } from "./probe.ts";

/** Every well-formed `elicitation/create` gets the case's action, without content. */
export const elicitation: Probe<"elicitation"> = (probeCase, context) =>
  judgeAsking(probeCase, context, {
    method: "elicitation/create",
    isWellFormed: (params) =>
      isObject(params) && typeof params.message === "string" && isObject(params.requestedSchema),
    answer: (_params, wellFormed) => wellFormed ? { action: probeCase.respond } : null,
  });
