/**
 * The projection of the call journal (capture.md §3.4): an allow-list that every record passes
 * before it is written and again when it is read. What is not known is dropped, what breaks its
 * grammar is replaced. Projecting twice is projecting once.
 */

import { asServerLabel, asToolName } from "../core/labels.ts";
import type { Json } from "../core/mcp/json.ts";
import type { CallRecord, ErrorRecord } from "../core/records.ts";
import { projectCode } from "../core/capture/error-record.ts";
import { bucketOnce, isMethod, isTemplateId } from "../core/capture/grammar.ts";
import { projectShape } from "../core/capture/shape.ts";
import { asBoolean, asCount, asObject, asText, asUuidV4, malformed } from "./members.ts";
import { optional, readRecord } from "./members.ts";
import { sessionToken } from "./session.ts";
import { projectTimestamp } from "./timestamps.ts";

/** A record of the call journal as readers find it; members in the order of the file. */
export interface StoredCall extends Omit<CallRecord, "identity" | "kind"> {
  /** Absent in records of older programs; never invented. */
  identity?: CallRecord["identity"];
  /** `unparsed` replaces an unknown kind. */
  kind: CallRecord["kind"] | "unparsed";
}

/**
 * Projects one record of the call journal.
 * @returns null for what is none: a member is missing or of the wrong type, or an identity is not
 * whole
 */
export function projectCall(value: Json): StoredCall | null {
  return readRecord(value, (record) => {
    const identity = optional(record["identity"], projectIdentity);
    const tool = asToolName(optional(record["tool"], asText));
    const args = optional(record["args"], projectShape);
    const latency = optional(record["latency_ms"], asCount);
    const error = optional(record["error"], projectError);
    const method = asText(record["method"]);
    return {
      ...(identity && { identity }),
      ts: projectTimestamp(asText(record["ts"])),
      session: sessionToken(asText(record["session"])),
      seq: asCount(record["seq"]),
      server: asServerLabel(asText(record["server"])) ?? "invalid",
      method: isMethod(method) ? method : "unparsed/metadata",
      ...(tool !== null && { tool }),
      ...(args !== undefined && { args }),
      ...(latency !== undefined && { latency_ms: latency }),
      outcome: oneOf(["ok", "error", "unknown", "unparsed"], asText(record["outcome"]), "unknown"),
      ...(error && { error }),
      shim_self_us: asCount(record["shim_self_us"]),
      kind: oneOf(["real", "synthetic", "unparsed"], asText(record["kind"]), "unparsed"),
    };
  });
}

function projectIdentity(value: Json): CallRecord["identity"] {
  const identity = asObject(value);
  if (Object.keys(identity).length !== 2) malformed();
  return {
    capture_id: asUuidV4(identity["capture_id"]),
    event_id: asUuidV4(identity["event_id"]),
  };
}

function projectError(value: Json): ErrorRecord {
  const { code, ...error } = asObject(value);
  const layer = optional(error["layer"], asText);
  const retryable = optional(error["retryable"], asBoolean);
  const kind = optional(error["kind"], asText);
  const template = optional(error["template"], asText);
  const templateId = optional(error["template_id"], asText);
  return {
    ...(code !== undefined && { code: projectCode(code) }),
    ...(layer !== undefined && { layer: bucketOnce(layer) }),
    ...(retryable !== undefined && { retryable }),
    ...(kind !== undefined && { kind: bucketOnce(kind) }),
    ...(template !== undefined && { template: "{message}" }),
    ...(templateId !== undefined && isTemplateId(templateId) && { template_id: templateId }),
  };
}

function oneOf<T extends string>(known: readonly T[], text: string, otherwise: T): T {
  return known.find((each) => each === text) ?? otherwise;
}
