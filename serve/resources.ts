/** Resources (MCP, “Resources”): a document per finding, and the newest readiness report. */

import type { Finding } from "../core/findings/finding.ts";
import { renderJson } from "../core/report/json.ts";
import type { Backend } from "./backend.ts";
import { findingsOf, UNAVAILABLE } from "./data-tools.ts";
import type { ServedTools } from "./tools.ts";

const FINDING = "mcpeval://finding/";
/** The report of the newest `run_probe` or `score` that measured readiness. */
const READINESS_URI = "mcpeval://readiness/latest";
const JSON_TYPE = "application/json";

/** An entry of `resources/list`. */
export type ResourceEntry = {
  uri: string;
  name: string;
  description: string;
  mimeType: string;
};

/** The entry of `resources/templates/list`. */
export const FINDING_TEMPLATE = {
  uriTemplate: `${FINDING}{finding_id}`,
  name: "finding",
  description: "one promoted finding, as mcpeval findings --format json prints it",
  mimeType: JSON_TYPE,
};

/** There are findings, but they cannot be read. */
export class Unavailable extends Error {
  override name = "Unavailable";
}

/**
 * All that can be read now.
 * @throws {Unavailable}
 */
export async function listResources(
  backend: Backend,
  tools: ServedTools,
): Promise<ResourceEntry[]> {
  const findings = await readFindings(backend);
  const entries = findings.map(({ finding_id: id, server, tool, state, class: kind }) => ({
    uri: FINDING + id,
    name: id,
    description: `${kind} of ${server}/${tool ?? "unlisted"}, ${state}`,
    mimeType: JSON_TYPE,
  }));
  if (tools.lastReport === null) return entries;
  const readiness = {
    uri: READINESS_URI,
    name: "readiness",
    description: `probe report of the newest evaluation, of ${tools.lastReport.server}`,
    mimeType: JSON_TYPE,
  };
  return [...entries, readiness];
}

/**
 * The document at a URI; null when there is none.
 * @throws {Unavailable}
 */
export async function readResource(
  uri: string,
  backend: Backend,
  tools: ServedTools,
): Promise<{ uri: string; mimeType: string; text: string } | null> {
  const value = uri === READINESS_URI
    ? tools.lastReport
    : uri.startsWith(FINDING)
    ? await findingOf(uri.slice(FINDING.length), backend)
    : null;
  return value === null ? null : { uri, mimeType: JSON_TYPE, text: renderJson(value) };
}

async function findingOf(id: string, backend: Backend): Promise<unknown> {
  const findings = await readFindings(backend);
  return findings.find(({ finding_id }) => finding_id === id) ?? null;
}

async function readFindings(backend: Backend): Promise<Finding[]> {
  const loaded = await backend.findings();
  if (loaded.kind === "unusable") throw new Unavailable(UNAVAILABLE);
  return findingsOf(loaded);
}
