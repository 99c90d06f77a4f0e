/** The rules for a case that no JSON Schema can hold (manifest-and-probes.md §1, §2). */

import { byteLength } from "../mcp/json.ts";
import { brokenRule, type Problem, problemsOf, RANK, rankOf, type Scope } from "./problem.ts";
import type { Expectation, Manifest, ProbeCase } from "./types.ts";

const MAX_URI_BYTES = 512;
const MAX_INT64 = 2n ** 63n - 1n;

/**
 * The rules that a case breaks, given that its form is right.
 * @param scope the case in the document
 * @param seen the ids of the cases before it, with their lines
 */
export function brokenRules(
  scope: Scope,
  probeCase: ProbeCase,
  sandboxes: Manifest["sandboxes"],
  seen: ReadonlyMap<string, number>,
): Problem[] {
  return [
    ...uniqueId(scope, probeCase, seen),
    ...sandboxFits(scope, probeCase, sandboxes),
    ...perToolWithinTotal(scope, probeCase),
    ...uriFits(scope, probeCase),
    ...errorCodesFit(scope, probeCase),
  ];
}

function uniqueId(
  scope: Scope,
  { id }: ProbeCase,
  seen: ReadonlyMap<string, number>,
): Problem[] {
  const line = seen.get(id);
  if (line === undefined) return [];
  const text = `${scope.owner} id must be unique, and the case of line ${line} has it too`;
  return [brokenRule(scope, ["id"], RANK.unique, text)];
}

function sandboxFits(
  scope: Scope,
  probeCase: ProbeCase,
  sandboxes: Manifest["sandboxes"],
): Problem[] {
  const sandbox = "sandbox" in probeCase ? probeCase.sandbox : null;
  const broken = (field: string, text: string) => [
    brokenRule(scope, [field], RANK.access, text),
  ];
  if (probeCase.access === "read_only") {
    if (sandbox === null) return [];
    return broken("sandbox", "read-only probe must not name a sandbox: leave sandbox out");
  }
  if (sandbox === null) {
    const mayMutate = scope.schema.properties?.["access"]?.const === undefined;
    const remedy = mayMutate ? "declare one under sandboxes" : `${scope.owner} must be read-only`;
    return broken("access", `mutating probe must name a sandbox: ${remedy}`);
  }
  if (Object.hasOwn(sandboxes, sandbox)) return [];
  return broken("sandbox", "mutating probe sandbox is not declared: add it under sandboxes");
}

function perToolWithinTotal(scope: Scope, probeCase: ProbeCase): Problem[] {
  if (probeCase.probe !== "token-cost" || probeCase.max_tool_tokens === null) return [];
  if (probeCase.max_tool_tokens <= probeCase.max_total_tokens) return [];
  const path = ["max_tool_tokens"];
  const text = `${scope.owner} max_tool_tokens must not exceed max_total_tokens`;
  // After the ranges of both.
  return [brokenRule(scope, path, rankOf(scope, path) + 1, text)];
}

/** The schema counts characters. */
function uriFits(scope: Scope, probeCase: ProbeCase): Problem[] {
  const name = probeCase.probe === "completion" ? "ref_uri" : "uri";
  const uri = (probeCase as { uri?: string; ref_uri?: string })[name];
  if (uri === undefined || byteLength(uri) <= MAX_URI_BYTES) return [];
  return problemsOf(scope, [{ instancePath: `/${name}`, keyword: "maxLength", params: {} }]);
}

/** The schema's validator rounds to doubles, so 2⁶³ passes it. */
function errorCodesFit(scope: Scope, probeCase: ProbeCase): Problem[] {
  return expectations(probeCase)
    .filter(([, { error_code: code }]) => typeof code === "bigint" && code > MAX_INT64)
    .flatMap(([path]) => {
      const error = { instancePath: `${path}/error_code`, keyword: "maximum", params: {} };
      return problemsOf(scope, [error]);
    });
}

function expectations(probeCase: ProbeCase): [path: string, expectation: Expectation][] {
  if (probeCase.probe === "instruction-fidelity") return [["/expect", probeCase.expect]];
  if (probeCase.probe !== "workflow") return [];
  return probeCase.steps.map(({ expect }, index) => [`/steps/${index}/expect`, expect]);
}
