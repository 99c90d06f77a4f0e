/** The report as SARIF 2.1.0, for code scanning (reports.md §4). */

import type { ProbeKind } from "../manifest/types.ts";
import type { CheckReason, Shortfall } from "./readiness.ts";
import type { ManifestPlace } from "./manifest-place.ts";
import { renderJson } from "./json.ts";
import type { RecordedCase, RecordedCheck, ReportDocument } from "./recorded.ts";
import { visible } from "./visible.ts";

const DOCUMENTATION = "https://github.com/cavi-ai/mcp-eval/blob/main/docs/mcp-eval/source/pages/";

const FLOOR_RULE = "readiness/floor";

interface Rule {
  id: string;
  name: string;
  shortDescription: { text: string };
  help?: { text: string };
  helpUri: string;
}

interface Finding {
  ruleId: string;
  level: "error" | "warning";
  text: string;
  fingerprints: Record<string, string>;
  /** From 1; undefined for no region. */
  line: number | undefined;
}

/**
 * The whole document.
 * @param manifest where the results are located
 */
export function renderSarif(report: ReportDocument, manifest: ManifestPlace): string {
  const { server, cases, readiness, readiness_gate, generator } = report;
  const lost = readiness?.areas.flatMap(({ checks }) => checks) ?? [];
  const shortfalls = readiness_gate?.shortfalls ?? [];
  const findings = [
    ...cases.filter(({ reason }) => reason !== null)
      .map((entry) => caseFinding(entry, server, manifest)),
    ...lost.map((check) => lostFinding(check, server, manifest)),
    ...shortfalls.map((shortfall) => floorFinding(shortfall, server, manifest)),
  ];
  return renderJson({
    $schema: "https://json.schemastore.org/sarif-2.1.0.json",
    version: "2.1.0",
    runs: [{
      automationDetails: { id: `mcpeval/${server}/` },
      results: findings.map((finding) => result(finding, manifest.uri)),
      tool: {
        driver: {
          informationUri: "https://github.com/cavi-ai/mcp-eval",
          name: "mcpeval",
          rules: [
            ...firstOf(cases, ({ probe }) => probe).map(({ probe }) => probeRule(probe)),
            ...firstOf(lost, ({ reason }) => reason).map(lostRule),
            ...(shortfalls.length > 0 ? [floorRule()] : []),
          ],
          version: generator.version,
        },
      },
    }],
  });
}

/** The first item for each key, in their order. */
function firstOf<Item>(items: readonly Item[], key: (item: Item) => string): Item[] {
  const seen = new Map<string, Item>();
  for (const item of items) {
    if (!seen.has(key(item))) seen.set(key(item), item);
  }
  return [...seen.values()];
}

function probeRule(probe: ProbeKind): Rule {
  return {
    id: probe,
    name: probe,
    shortDescription: { text: `The server fails a case of the probe ${probe}` },
    helpUri: `${DOCUMENTATION}reference/evaluation-dimensions.md`,
  };
}

function lostRule({ reason, hint }: { reason: CheckReason; hint: string }): Rule {
  return {
    id: `readiness/${reason}`,
    name: reason,
    shortDescription: { text: `The server loses readiness points: ${reason}` },
    help: { text: hint },
    helpUri: `${DOCUMENTATION}guides/readiness-reporting.md`,
  };
}

function floorRule(): Rule {
  return {
    id: FLOOR_RULE,
    name: "readiness-floor",
    shortDescription: { text: "The server misses a declared readiness floor" },
    helpUri: `${DOCUMENTATION}guides/continuous-integration.md`,
  };
}

function caseFinding(
  { id, probe, reason, hint }: RecordedCase,
  server: string,
  { lines }: ManifestPlace,
): Finding {
  return {
    ruleId: probe,
    level: "error",
    text: `${literal(id)} (${literal(server)}): ${reason} — ${hint}`,
    fingerprints: { mcpevalCaseId: `${server}/${id}` },
    line: lines?.get(id),
  };
}

function lostFinding(
  { id, tool, score, reason, hint }: RecordedCheck,
  server: string,
  { lines }: ManifestPlace,
): Finding {
  const about = tool === null ? "" : ` on ${literal(tool)}`;
  return {
    ruleId: `readiness/${reason}`,
    level: "warning",
    text: `${id}${about} scored ${score} (${literal(server)}): ${reason} — ${hint}`,
    fingerprints: { mcpevalCheck: `${server}/${id}/${tool ?? "-"}` },
    line: lines === null ? undefined : 1,
  };
}

function floorFinding(
  { subject, observed, floor }: Shortfall,
  server: string,
  { lines }: ManifestPlace,
): Finding {
  return {
    ruleId: FLOOR_RULE,
    level: "error",
    text: `readiness floor failed (${literal(server)}): ${subject} ${observed} < ${floor}`,
    fingerprints: { mcpevalFloor: `${server}/${subject}` },
    line: lines === null ? undefined : 1,
  };
}

function result({ ruleId, level, text, fingerprints, line }: Finding, uri: string): unknown {
  const region = line === undefined ? undefined : { startLine: line };
  return {
    ruleId,
    level,
    message: { text },
    partialFingerprints: fingerprints,
    locations: [{ physicalLocation: { artifactLocation: { uri }, region } }],
  };
}

/** Foreign text in a message, where brackets would make a link (SARIF 2.1.0 §3.11.6). */
function literal(text: string): string {
  return visible(text).replace(/[\\[\]]/g, "\\$&");
}
