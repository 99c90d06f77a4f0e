/** What is checked before a case may verify a finding (capture.md §11.4). */

import { IncompleteError, UsageError } from "../errors.ts";
import type { Finding } from "../findings/finding.ts";
import { reportedTool, selectCase } from "../manifest/select.ts";
import type { Expectation, Manifest, ProbeCase } from "../manifest/types.ts";

/**
 * The case with an id, which must be about a tool.
 * @throws {UsageError}
 */
export function verifyingCase(manifest: Manifest, id: string): ProbeCase {
  const probeCase = selectCase(manifest, id);
  if (reportedTool(probeCase) !== null) return probeCase;
  throw new UsageError(
    `verifying a finding requires a tool probe; ${probeCase.probe} cases are about no tool`,
  );
}

/**
 * Whether a case can tell that the defect of a finding is gone.
 * @throws {IncompleteError} when it is about another tool
 * @throws {UsageError} when a success that did nothing would pass it, too
 */
export function checkBearing(probeCase: ProbeCase, finding: Finding): void {
  if (reportedTool(probeCase) !== finding.tool) {
    throw new IncompleteError("the tool of the case does not match that of the finding");
  }
  if (finding.class === "false-success" && !hasOracle(probeCase)) {
    throw new UsageError(
      "a false-success finding needs a result assertion or an expected error in an " +
        "instruction-fidelity or workflow case",
    );
  }
}

/** Whether a case says what a right answer is. */
export function hasOracle(probeCase: ProbeCase): boolean {
  switch (probeCase.probe) {
    case "instruction-fidelity":
      return saysSomething(probeCase.expect);
    case "workflow":
      return probeCase.steps.some(({ expect }) => saysSomething(expect));
    default:
      return false;
  }
}

function saysSomething(expected: Expectation): boolean {
  return expected.outcome === "error" ||
    expected.required_result_fields.length > 0 ||
    expected.required_result_paths.length > 0 ||
    Object.keys(expected.equals).length > 0 ||
    Object.keys(expected.equals_paths).length > 0;
}
