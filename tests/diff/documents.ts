/** Report documents for the tests of `diff`, read the way that the command reads them. */

import { readReport } from "../../core/report/read.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { PROFILE } from "../report/profile.ts";

/** A JSON object that is not checked. */
export type Members = Record<string, unknown>;

/** A case that passed, or failed for a reason. */
export function caseOf(id: string, reason: string | null = null, more: Members = {}): Members {
  return { id, probe: "contention", reason, ...more };
}

/** The members of a document of version 2; absent ones are null or empty. */
export function documentOf(more: Members = {}): Members {
  return { schema: "mcpeval.probe-report/v2", server: "demo", cases: [], ...more };
}

/** Bytes of a document. */
export function bytesOf(document: Members): Uint8Array {
  return new TextEncoder().encode(JSON.stringify(document));
}

/** A document of version 2, as it is read. */
export function report(more: Members = {}): ReportDocument {
  return readReport(bytesOf(documentOf(more)), "report.json", "0.9.0");
}

/** A document of version 1, as it is read. */
export function legacy(score: number): ReportDocument {
  const document = { schema: "mcpeval.probe-report/v1", server: "demo", cases: [] };
  return readReport(bytesOf({ ...document, readiness: { score } }), "report.json", "0.9.0");
}

/** A measured readiness. */
export function readiness(score: number, more: Members = {}): Members {
  return {
    standard: "mcpeval-standard/2",
    score,
    surface: { tools: 1, read_only: 1, writers: 0, exercised: 1 },
    areas: [],
    measurement_profile: PROFILE,
    ...more,
  };
}

/** The digest that a small number stands for. */
export function digest(number: number): string {
  return number.toString(16).padStart(16, "0");
}

/** A tool's contract: parameters as name to constraint, each a number for its digest. */
export interface ToolShape {
  class?: string;
  parameters?: Record<number, number>;
  required?: number[];
  output?: number;
}

/** A tool of a catalog. */
export function tool(name: string, shape: ToolShape = {}): Members {
  const { class: toolClass = "read-only", parameters = {}, required = [], output } = shape;
  return {
    name,
    class: toolClass,
    parameters: Object.fromEntries(
      Object.entries(parameters).map(([key, value]) => [digest(Number(key)), digest(value)]),
    ),
    required: required.map(digest),
    output_schema: output === undefined ? null : digest(output),
  };
}

/** A document with a catalog of these tools. */
export function catalogOf(...tools: Members[]): ReportDocument {
  return report({ catalog: { tools } });
}
