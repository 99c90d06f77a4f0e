/** `discovery-cost`: how many tools a client has to read, and how many bytes (spec §5). */

import type { Probe } from "./probe.ts";
import { type BoundDetail, fail, pass } from "./verdict.ts";

/** Judges the listing made at the start of the run; sends nothing. */
export const discoveryCost: Probe<"discovery-cost"> = (probeCase, { discovery }) => {
  const observed = {
    tool_count: discovery.catalog.tools.length,
    schema_bytes: discovery.catalog.bytes,
  };
  const exceeded = exceededBound(probeCase, observed);
  return Promise.resolve(
    exceeded === null ? pass(1, observed) : fail(1, "discovery-limit-exceeded", observed, exceeded),
  );
};

function exceededBound(
  limits: { max_tools: number; max_schema_bytes: number },
  observed: { tool_count: number; schema_bytes: number },
): BoundDetail | null {
  if (observed.tool_count > limits.max_tools) {
    return { bound: "max_tools", limit: limits.max_tools, observed: observed.tool_count };
  }
  if (observed.schema_bytes > limits.max_schema_bytes) {
    return {
      bound: "max_schema_bytes",
      limit: limits.max_schema_bytes,
      observed: observed.schema_bytes,
    };
  }
  return null;
}
