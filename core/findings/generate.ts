/** A manifest with the one case that shows whether a finding is mended (capture.md §12). */

import { IncompleteError, UsageError } from "../errors.ts";
import { asIdentifier, asToolName, type Identifier, type ToolName } from "../labels.ts";
import { loadManifest } from "../manifest/load.ts";
import type { Expectation, Manifest, ProbeCase } from "../manifest/types.ts";
import { writeManifest } from "../manifest/write.ts";
import { isObject, type JsonObject, tryParseJson } from "../mcp/json.ts";
import { utf8Text } from "../utf8.ts";
import { hasOracle } from "../verification/checks.ts";
import type { Finding } from "./finding.ts";
import { type Placeholder, restoreArguments } from "./placeholders.ts";

/** What was generated. */
export interface Generated {
  /** The manifest's text. */
  text: string;
  probe: ProbeCase["probe"];
  /** Null for a kind without attempts. */
  maxAttempts: number | null;
  placeholders: Placeholder[];
}

/** Largest expectation file, in bytes. */
export const MAX_EXPECTATION_BYTES = 65_536;

/** The accepted chance that a failure which is still there does not show. */
const MISSED = 0.05;
const FEWEST_ATTEMPTS = 3;
const MOST_ATTEMPTS = 100;
const MOST_HONESTY_ATTEMPTS = 20;

/**
 * Attempts after which a failure that comes at a rate has been seen with 95 % confidence: from 3 to
 * 100.
 */
export function attemptsFor(rate: number): number {
  if (!(rate > 0)) return FEWEST_ATTEMPTS;
  const attempts = Math.ceil(Math.log(MISSED) / Math.log(1 - rate));
  return Math.min(Math.max(attempts, FEWEST_ATTEMPTS), MOST_ATTEMPTS);
}

/**
 * Generates the manifest of a finding.
 * @param expectation the bytes of the reviewed expectation, null without one
 * @throws {IncompleteError} when the finding or the expectation cannot supply a case; it quotes
 * neither of them
 */
export function generateManifest(finding: Finding, expectation: Uint8Array | null): Generated {
  const expect = expectation === null ? null : readExpectation(expectation);
  const tool = asToolName(finding.tool);
  if (tool === null) {
    throw new IncompleteError("the finding has no tool of a valid name, so no case can call it");
  }
  const restored = restoreArguments(finding.repro ?? {});
  if (restored === null || !isObject(restored.arguments)) {
    throw new IncompleteError(
      "the finding has no usable shape of arguments; write the case by hand",
    );
  }
  const probeCase = caseOf(finding, tool, restored.arguments, expect);
  const manifest: Manifest = { version: 1, timeout_ms: null, sandboxes: {}, probes: [probeCase] };
  const text = writeManifest(manifest);
  loadOne(text, "generated manifest");
  return {
    text,
    probe: probeCase.probe,
    maxAttempts: "max_attempts" in probeCase ? probeCase.max_attempts : null,
    placeholders: restored.placeholders,
  };
}

function caseOf(
  finding: Finding,
  tool: ToolName,
  args: JsonObject,
  expect: Expectation | null,
): ProbeCase {
  const id = idOf(finding);
  const base = { id, tool, access: "read_only", sandbox: null, arguments: args } as const;
  const attempts = attemptsFor(finding.rate);
  if (expect !== null) {
    const probeCase: ProbeCase = { probe: "instruction-fidelity", ...base, expect };
    if (finding.class !== "false-success" || hasOracle(probeCase)) return probeCase;
    throw new IncompleteError(
      "a false success needs an expectation that can tell it: an error, or a field or path of " +
        "the result",
    );
  }
  switch (finding.class) {
    case "recurring-error":
    case "recovers-on-retry":
    case "retry-did-not-recover":
      return { probe: "degradation-over-n", ...base, max_attempts: attempts };
    case "unstable-error-code":
      if (finding.retryable === null) {
        throw new IncompleteError(
          "the recorded errors do not say, or not all the same, whether a retry helps; say what is " +
            "right with --expect",
        );
      }
      return {
        probe: "error-honesty",
        ...base,
        max_attempts: Math.min(attempts, MOST_HONESTY_ATTEMPTS),
        expect_retryable: finding.retryable,
      };
    case "false-success":
    case "blocked-optimal-path":
      throw new IncompleteError(
        `what a right answer is was not recorded for ${finding.class}; say it with --expect`,
      );
  }
}

function idOf({ finding_id: id }: Finding): Identifier {
  const identifier = asIdentifier(id);
  if (identifier === null) throw new IncompleteError("the finding's id is no case id");
  return identifier;
}

/**
 * Reads an expectation as strictly as a manifest does: it is put into one. Lines in messages are
 * those of the expectation file.
 */
function readExpectation(bytes: Uint8Array): Expectation {
  if (bytes.length > MAX_EXPECTATION_BYTES) {
    throw new IncompleteError("the expectation file is larger than 64 KiB");
  }
  const text = expectationText(bytes);
  const probeCase = loadOne(
    '{"version":1,"sandboxes":{},"probes":[{"probe":"instruction-fidelity","id":"expectation",' +
      `"tool":"any","access":"read_only","arguments":{},"expect":${text}}]}`,
    "--expect",
  );
  if (probeCase?.probe === "instruction-fidelity") return probeCase.expect;
  throw new IncompleteError("the expectation file holds no expectation");
}

/** Whole JSON only: a fragment could end the case around it. */
function expectationText(bytes: Uint8Array): string {
  const text = utf8Text(bytes);
  if (text !== null && isObject(tryParseJson(text))) return text;
  throw new IncompleteError("the expectation file is no JSON object in UTF-8");
}

/** The first case of a manifest; what is wrong with it is no usage error here (cli.md §2). */
function loadOne(text: string, name: string): ProbeCase | undefined {
  try {
    return loadManifest(text, name).manifest.probes[0];
  } catch (error) {
    if (error instanceof UsageError) throw new IncompleteError(error.message);
    throw error;
  }
}
