/**
 * What version 3 of the corpus asks for beyond version 2: who was to be measured, with what, and how
 * each observation came about (readiness.md §13, corpus-and-distribution.md A1, A8).
 */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { CALL_COUNTERS } from "../report/readiness.ts";
import type { CorpusRow } from "./corpus.ts";
import { REPEATS } from "./observations.ts";
import { CALL_TIMEOUT_MS } from "./profile.ts";
import { AREA_NAMES } from "./standard.ts";
import { isCount, isDigest, isMatch, isText } from "./value-checks.ts";

const STANDARD_NAME = /^mcpeval-standard\/[0-9]+$/;
const LABEL = /^[A-Za-z][A-Za-z0-9_.:-]{0,127}$/;

/** Why a server of the population was not observed. */
const REASONS: readonly unknown[] = [
  "missing-environment",
  "prerequisite-failed",
  "no-tools",
  "no-tool-calls",
  "readiness-unmeasured",
  "evaluation-failed",
  "invalid-report",
  "deployment-mismatch",
  "state-check-failed",
  "state-mismatch",
];

/**
 * Whether a document keeps the rules of version 3.
 * @param rows what was read of its observations, in their order
 */
export function hasProvenance(document: JsonObject, rows: readonly CorpusRow[]): boolean {
  const { source, standard, platform, evaluator, targets_sha256, observations } = document;
  if (!isText(source) || !isText(platform) || !isMatch(standard, STANDARD_NAME)) return false;
  if (!isObject(evaluator) || !isDigest(evaluator.sha256)) return false;
  const { version } = evaluator;
  if (!isText(version) || !isDigest(targets_sha256) || !Array.isArray(observations)) return false;
  const observed = readPopulation(document.population);
  return observed !== null && observed.size === rows.length &&
    rows.every((row) => observed.has(row.server) && isMeasuredBy(row, version)) &&
    observations.every(isObservation);
}

/** The observed servers of a population; null when it breaks a rule. */
function readPopulation(population: Json | undefined): Set<string> | null {
  if (!Array.isArray(population) || population.length === 0) return null;
  const servers = new Set<string>();
  const observed = new Set<string>();
  for (const target of population) {
    if (!isObject(target) || !isMatch(target.server, LABEL)) return null;
    if (servers.has(target.server)) return null;
    servers.add(target.server);
    if (target.status === "observed" && target.reason === undefined) observed.add(target.server);
    else if (target.status !== "untested" && target.status !== "errored") return null;
    else if (!REASONS.includes(target.reason)) return null;
  }
  return observed;
}

/** Whether a row's profile, if it has one, is that of the evaluator in a collection. */
function isMeasuredBy({ profile }: CorpusRow, version: string): boolean {
  return profile === null ||
    (profile.evaluator_version === version && profile.call_timeout_ms === CALL_TIMEOUT_MS &&
      profile.repeats === REPEATS && profile.arguments_sha256 === undefined);
}

function isObservation(observation: Json): boolean {
  if (!isObject(observation)) return false;
  const { areas, tool_count, catalog_tokens, measurement_profile, calls, provenance } = observation;
  return isObject(areas) && AREA_NAMES.every((name) => Object.hasOwn(areas, name)) &&
    isCount(tool_count) && tool_count >= 1 && isCount(catalog_tokens) &&
    measurement_profile !== null && isCalls(calls) && isProvenance(provenance);
}

/** Six counters, with at least one call that reached the server. */
function isCalls(calls: Json | undefined): boolean {
  if (!isObject(calls) || !isCount(calls.untested_tools)) return false;
  const counts = CALL_COUNTERS.map((name) => calls[name]);
  return counts.every(isCount) && counts.some((count) => Number(count) > 0);
}

const NPM = {
  package: /^(@[a-z0-9._-]+\/)?[a-z0-9][a-z0-9._-]{0,127}$/,
  version: /^[0-9]+\.[0-9]+\.[0-9]+(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/,
};
/** Package and exact version of each runtime; tags and ranges are refused. */
const RUNTIMES: ReadonlyMap<unknown, { package: RegExp; version: RegExp }> = new Map([
  ["npm", NPM],
  ["native", NPM],
  ["uvx", {
    package: /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/,
    version: /^[0-9]+(\.[0-9]+){1,3}((a|b|rc|\.post|\.dev)[0-9]+)?$/,
  }],
]);
const BIN = /^[A-Za-z0-9][A-Za-z0-9._-]{0,127}$/;
const PREREQUISITE = /^(env|check|state):[A-Za-z_][A-Za-z0-9_.:-]{0,127}$/;

function isProvenance(provenance: Json | undefined): boolean {
  if (!isObject(provenance)) return false;
  const { runtime, bin, launch_sha256, report_sha256, deployment_sha256 } = provenance;
  const grammar = RUNTIMES.get(runtime);
  return grammar !== undefined && isMatch(provenance.package, grammar.package) &&
    isMatch(provenance.version, grammar.version) && isMatch(bin, BIN) &&
    isDigest(launch_sha256) && isDigest(report_sha256) &&
    (isDigest(deployment_sha256) || (deployment_sha256 === undefined && runtime !== "native")) &&
    arePrerequisites(provenance.prerequisites, provenance.state_checks);
}

/** Whether each `state:` prerequisite has its digest, and there is no other one. */
function arePrerequisites(prerequisites: Json | undefined, checks: Json = []): boolean {
  if (!Array.isArray(prerequisites) || !Array.isArray(checks)) return false;
  const labels = new Set<string>();
  for (const label of prerequisites) {
    if (!isMatch(label, PREREQUISITE) || labels.has(label)) return false;
    labels.add(label);
  }
  const states = new Set<string>();
  for (const check of checks) {
    if (!isObject(check) || Object.keys(check).length !== 2) return false;
    const state = `state:${check.name}`;
    if (!isText(check.name) || !isDigest(check.sha256) || states.has(state)) return false;
    states.add(state);
  }
  const required = [...labels].filter((label) => label.startsWith("state:"));
  return required.length === states.size && required.every((label) => states.has(label));
}
