/**
 * The conditions under which readiness was measured (readiness.md §10). Scores compare only when
 * the profiles are equal.
 */

import { createHash } from "node:crypto";
import { asIdentifier, asToolName, type ToolName } from "../labels.ts";
import { compareBytes, encodeJson, isInteger, isObject, type Json } from "../mcp/json.ts";
import type { MeasurementProfile } from "../report/readiness.ts";
import type { ArgumentsFile } from "./arguments-file.ts";
import { REPEATS } from "./observations.ts";
import { isDigest, isMatch } from "./value-checks.ts";

/** The only version of the profile. */
const SCHEMA = "mcpeval.measurement-profile/v1";

/** How long each request of the battery waits for its reply, in ms. */
export const CALL_TIMEOUT_MS = 15_000;

/** Who measures, and on what. */
export interface Evaluator {
  /** Version of mcpeval. */
  version: string;
  /** `Deno.build.os`. */
  os: string;
  /** `Deno.build.arch`. */
  arch: string;
}

/** What the user chose. */
export interface MeasurementOptions {
  /** `--confirm-read-only`. */
  attested: boolean;
  /** `--skip-tool`, in any order. */
  skipTools: readonly ToolName[];
  /** The `--arguments` document; null without one. */
  argumentsFile: ArgumentsFile | null;
}

/** The profile of a run. */
export function measurementProfile(
  { version, os, arch }: Evaluator,
  { attested, skipTools, argumentsFile }: MeasurementOptions,
): MeasurementProfile {
  return {
    schema: SCHEMA,
    evaluator_version: version,
    platform: os === "darwin" ? "macos" : os,
    architecture: arch,
    client_capabilities: "none",
    attested_read_only: attested,
    skip_tools: [...new Set(skipTools)].sort(compareBytes),
    call_timeout_ms: CALL_TIMEOUT_MS,
    repeats: REPEATS,
    ...(argumentsFile !== null && { arguments_sha256: argumentsDigest(argumentsFile) }),
  };
}

/** SHA-256 of the canonical document (readiness.md §9), 64 lower-case hex digits. */
export function argumentsDigest(document: ArgumentsFile): string {
  return createHash("sha256").update(encodeJson(document)).digest("hex");
}

/** Whether two profiles agree in every member, a missing one included. */
export function equalProfiles(a: MeasurementProfile, b: MeasurementProfile): boolean {
  return a.schema === b.schema &&
    a.evaluator_version === b.evaluator_version &&
    a.platform === b.platform &&
    a.architecture === b.architecture &&
    a.client_capabilities === b.client_capabilities &&
    a.attested_read_only === b.attested_read_only &&
    a.skip_tools.length === b.skip_tools.length &&
    a.skip_tools.every((tool, index) => tool === b.skip_tools[index]) &&
    a.call_timeout_ms === b.call_timeout_ms &&
    a.repeats === b.repeats &&
    a.arguments_sha256 === b.arguments_sha256;
}

const MEMBERS: ReadonlySet<string> = new Set(
  [
    "schema",
    "evaluator_version",
    "platform",
    "architecture",
    "client_capabilities",
    "attested_read_only",
    "skip_tools",
    "call_timeout_ms",
    "repeats",
    "arguments_sha256",
  ] satisfies readonly (keyof MeasurementProfile)[],
);

const VERSION = /^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/;
const VERSION_LENGTH = 64;

/**
 * Reads a profile of any evaluator; null when it is none. Unknown members are refused; a null
 * `arguments_sha256` counts as absent (reports.md §1.7).
 */
export function readProfile(value: Json | undefined): MeasurementProfile | null {
  if (!isObject(value) || Object.keys(value).some((name) => !MEMBERS.has(name))) return null;
  const { schema, evaluator_version, client_capabilities, attested_read_only } = value;
  const { call_timeout_ms, repeats, arguments_sha256 = null } = value;
  const platform = asIdentifier(value.platform);
  const architecture = asIdentifier(value.architecture);
  const skip_tools = readToolNames(value.skip_tools);
  if (schema !== SCHEMA || client_capabilities !== "none") return null;
  if (!isVersion(evaluator_version) || platform === null || architecture === null) return null;
  if (typeof attested_read_only !== "boolean" || skip_tools === null) return null;
  if (!isPositive(call_timeout_ms) || !isPositive(repeats)) return null;
  if (arguments_sha256 !== null && !isDigest(arguments_sha256)) return null;
  return {
    schema,
    evaluator_version,
    platform,
    architecture,
    client_capabilities,
    attested_read_only,
    skip_tools,
    call_timeout_ms: Number(call_timeout_ms),
    repeats: Number(repeats),
    ...(arguments_sha256 !== null && { arguments_sha256 }),
  };
}

function isVersion(value: Json | undefined): value is string {
  return isMatch(value, VERSION) && value.length <= VERSION_LENGTH;
}

function isPositive(value: Json | undefined): value is number | bigint {
  return isInteger(value) && value > 0;
}

/** Tool names, each after the one before it in byte order; null for anything else. */
function readToolNames(value: Json | undefined): ToolName[] | null {
  if (!Array.isArray(value)) return null;
  const names: ToolName[] = [];
  for (const item of value) {
    const name = asToolName(item);
    const previous = names.at(-1);
    if (name === null) return null;
    if (previous !== undefined && compareBytes(previous, name) >= 0) return null;
    names.push(name);
  }
  return names;
}
