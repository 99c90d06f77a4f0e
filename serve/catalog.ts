/** The tools as clients see them (serve-and-demo.md §1.6). */

import { ANNOTATION_KINDS, MAX_NOTE_LENGTH } from "../core/annotations.ts";
import { LIFECYCLE_STATES } from "../core/findings/finding.ts";
import type { JsonObject } from "../core/mcp/json.ts";
import type { InputSchema } from "./input-schema.ts";

/** A tool of the service. */
export type ToolName =
  | "list_findings"
  | "get_finding"
  | "get_readiness_trends"
  | "run_probe"
  | "scaffold"
  | "score"
  | "verify_finding"
  | "record_annotation";

/** Tools that start or connect to a server under test. */
export const EVALUATION_TOOLS: ReadonlySet<ToolName> = new Set(
  ["run_probe", "scaffold", "score", "verify_finding"] as const,
);

/** One entry of `tools/list`; all hints are always given. A type, so that it is JSON as it stands. */
export type Tool = {
  name: ToolName;
  description: string;
  inputSchema: InputSchema & { type: "object" };
  annotations: {
    readOnlyHint: boolean;
    destructiveHint: boolean;
    idempotentHint: boolean;
    openWorldHint: boolean;
  };
  outputSchema: JsonObject;
};

const READS = {
  readOnlyHint: true,
  destructiveHint: false,
  idempotentHint: true,
  openWorldHint: false,
};
/** The server under test does what it does. */
const EVALUATES = {
  readOnlyHint: false,
  destructiveHint: true,
  idempotentHint: false,
  openWorldHint: true,
};
const RECORDS = {
  readOnlyHint: false,
  destructiveHint: false,
  idempotentHint: false,
  openWorldHint: false,
};

const TEXT: JsonObject = {
  type: "object",
  properties: { text: { type: "string" } },
  required: ["text"],
  additionalProperties: false,
};
const REPORT: JsonObject = {
  type: "object",
  properties: {
    schema: { const: "mcpeval.probe-report/v2" },
    server: { type: "string" },
    passed: { type: "boolean" },
    gate: { type: ["object", "null"] },
    readiness: { type: ["object", "null"] },
    cases: { type: "array" },
  },
  required: ["schema", "server", "passed", "gate", "readiness", "cases"],
};
const VERIFICATION: JsonObject = {
  type: "object",
  properties: {
    finding_id: { type: "string" },
    case_id: { type: "string" },
    verified: { type: "boolean" },
    reason: { type: ["string", "null"] },
    lifecycle: {
      type: ["object", "null"],
      properties: {
        state: { enum: [...LIFECYCLE_STATES] },
        consecutive_passes: { type: "integer", minimum: 0 },
      },
      required: ["state", "consecutive_passes"],
    },
    report: REPORT,
  },
  required: ["finding_id", "case_id", "verified", "reason", "lifecycle", "report"],
};

function text(description: string): InputSchema {
  return { type: "string", description };
}

const COMMAND: InputSchema = {
  type: "array",
  items: { type: "string" },
  description: "program and arguments of a server",
};
const URL = text("Streamable HTTP endpoint on loopback");
const LABEL = text("name of the server in the report");
const ATTEST: InputSchema = {
  type: "boolean",
  description: "attest that tools without annotations change nothing, so they may be called",
};

/** All tools, in the order of the listing. */
export const TOOLS: readonly Tool[] = [
  {
    name: "list_findings",
    description:
      "List the promoted friction findings, one row each: server, tool, lifecycle state, severity, class, verifying probe, evidence counts and the argument shape.",
    inputSchema: {
      type: "object",
      properties: { state: text(`only this state: ${LIFECYCLE_STATES.join(", ")}`) },
    },
    annotations: READS,
    outputSchema: TEXT,
  },
  {
    name: "get_finding",
    description:
      "Show one friction finding by its id: its row of evidence, and a hint that says where in the server to look for the cause.",
    inputSchema: {
      type: "object",
      properties: { finding_id: text("from list_findings") },
      required: ["finding_id"],
    },
    annotations: READS,
    outputSchema: TEXT,
  },
  {
    name: "get_readiness_trends",
    description:
      "How readiness moved: the last ten full probe runs of each server, with the delta where standard and profile are the same. Points come from mcpeval probe on the command line.",
    inputSchema: { type: "object", properties: {} },
    annotations: READS,
    outputSchema: {
      type: "object",
      properties: { points: { type: "array", items: { type: "object" } } },
      required: ["points"],
    },
  },
  {
    name: "run_probe",
    description:
      "Run a manifest's cases against a server, then measure its readiness. Give the server as command or url, not both. Returns the report, with a reason and a hint for each failed case; mutating cases are refused. One evaluation runs at a time, for five minutes and 4096 requests at most.",
    inputSchema: {
      type: "object",
      properties: {
        manifest: { type: "object", description: "the manifest, such as scaffold returns it" },
        command: COMMAND,
        url: URL,
        server_label: LABEL,
      },
      required: ["manifest"],
    },
    annotations: EVALUATES,
    outputSchema: REPORT,
  },
  {
    name: "scaffold",
    description:
      "Draft a manifest for a live server, given as command or url. Lists its tools, calls each read-only one once with arguments made from its schema, and makes cases of those that succeed; declared writers are never called. Writes no file: the text is the manifest, for run_probe and verify_finding. Let a person review it before it is saved.",
    inputSchema: {
      type: "object",
      properties: {
        command: COMMAND,
        url: URL,
        server_label: LABEL,
        confirm_read_only: ATTEST,
      },
    },
    annotations: EVALUATES,
    outputSchema: TEXT,
  },
  {
    name: "score",
    description:
      "Measure the readiness of a server, given as command or url, without a manifest. Calls read-only tools and writes nothing. A server that cannot be reached gives a report with readiness_error.",
    inputSchema: {
      type: "object",
      properties: {
        command: COMMAND,
        url: URL,
        server_label: LABEL,
        confirm_read_only: ATTEST,
        skip_tools: {
          type: "array",
          items: { type: "string" },
          description: "tools that are not to be called",
        },
      },
      additionalProperties: false,
    },
    annotations: EVALUATES,
    outputSchema: REPORT,
  },
  {
    name: "verify_finding",
    description:
      "Run one manifest case to verify a finding. Three passes in a row close it; a failure takes back what was claimed. The case must call the finding's tool; a false-success needs a case that asserts the result.",
    inputSchema: {
      type: "object",
      properties: {
        finding_id: text("from list_findings"),
        case_id: text("the case of the manifest to run"),
        manifest: { type: "object", description: "the manifest that declares the case" },
        command: COMMAND,
        url: URL,
      },
      required: ["finding_id", "case_id", "manifest"],
      additionalProperties: false,
    },
    annotations: EVALUATES,
    outputSchema: VERIFICATION,
  },
  {
    name: "record_annotation",
    description:
      "Record what you observed about a captured call, named by event_id or by session and seq. false-success (it reported success but did nothing) and blocked-optimal-path count in the next promotion. Keep content out of the note; the session is stored hashed.",
    inputSchema: {
      type: "object",
      properties: {
        event_id: { type: "string", format: "uuid", description: "event_id of the call's record" },
        session: text("session of the call, as it was set or as recorded"),
        seq: { type: "integer", minimum: 0, description: "seq of the call in its session" },
        kind: {
          type: "string",
          enum: [...ANNOTATION_KINDS],
          description: "what was observed",
        },
        note: text(`at most ${MAX_NOTE_LENGTH} characters in one line; may be empty`),
      },
      required: ["kind", "note"],
      additionalProperties: false,
      oneOf: [
        {
          required: ["event_id"],
          not: { anyOf: [{ required: ["session"] }, { required: ["seq"] }] },
        },
        { required: ["session", "seq"], not: { required: ["event_id"] } },
      ],
    },
    annotations: RECORDS,
    outputSchema: TEXT,
  },
];

/** The tools of a service with or without evaluations. */
export function offeredTools(allowSpawn: boolean): readonly Tool[] {
  return TOOLS.filter(({ name }) => allowSpawn || !EVALUATION_TOOLS.has(name));
}
