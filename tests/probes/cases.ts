/** Cases for tests, as a manifest would hold them. */

import type { Identifier, ToolName } from "../../core/labels.ts";
import type { CaseOf, Expectation, ProbeCase, ProbeKind } from "../../core/manifest/types.ts";

/** Kinds that are not about a tool. */
const TOOLLESS: ReadonlySet<ProbeKind> = new Set([
  "discovery-cost",
  "token-cost",
  "pagination",
  "surface-listing",
  "protocol-negotiation",
  "resource-subscription",
  "completion",
  "workflow",
]);

/** A case of one kind, about the tool `t` if it is about any, with these fields. */
export function caseOf<Kind extends ProbeKind>(
  probe: Kind,
  fields: Record<string, unknown> = {},
): CaseOf<Kind> {
  const base = { probe, id: `${probe}-case` as Identifier, access: "read_only" };
  const tool = TOOLLESS.has(probe) ? {} : { tool: "t" as ToolName, sandbox: null, arguments: {} };
  return { ...base, ...tool, ...fields } as unknown as CaseOf<Kind>;
}

/** A case of one kind under its own id. */
export function named(
  id: string,
  probe: ProbeKind,
  fields: Record<string, unknown> = {},
): ProbeCase {
  return caseOf(probe, { id, ...fields });
}

/** An expectation with everything that the loader fills in. */
export function expectation(
  fields: Record<string, unknown> & Pick<Expectation, "outcome">,
): Expectation {
  return {
    required_result_fields: [],
    equals: {},
    required_result_paths: [],
    equals_paths: {},
    error_code: null,
    ...fields,
  };
}
