/**
 * The fixed reason labels with their hints: one table, in the order of `mcpeval explain` (cli.md §7).
 * Reports, `explain`, the published schema and the reference page are all derived from it.
 *
 * A hint says what is wrong, where to look in a server and what to return instead. It is one line
 * of at most 240 characters without a final period, because a workflow continues the sentence.
 */

import type { FaultLabel } from "./mcp/faults.ts";

type Group = Readonly<Record<string, string>>;

const FAILURES = {
  "Call contract": {
    "unexpected-outcome":
      "the call succeeded where the case needs an error, or failed where it needs success; check what the handler does with these arguments, and signal a failure with `isError: true` or a JSON-RPC error, never inside a successful result",
    "missing-field":
      "the result lacks a field or path that the case requires; see what the handler puts into the `tools/call` result (paths start there, as in `/structuredContent/status`) and return the field on every success",
    "value-mismatch":
      "a result field differs from the expected value or has another JSON type (`1`, `1.0` and a string all differ); fix the handler or its serialization, and edit the manifest only if the contract itself has changed",
    "error-code-mismatch":
      "the error has another code than the case expects; map this failure to one fixed JSON-RPC code in the handler (a result with `isError: true` always counts as -32000) and keep that code across releases",
  },
  "Catalog": {
    "discovery-limit-exceeded":
      "`tools/list` returns more tools or bytes than the case allows; merge near-duplicate tools, remove unused ones and trim their schemas, since a client loads the whole list before its first call",
    "token-budget-exceeded":
      "the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results",
    "invalid-schema":
      "the tool's `inputSchema` cannot guide a caller; set its `type` to `object`, make `properties` an object and `required` an array of strings, and define every required name under `properties`",
    "missing-required-argument":
      "`inputSchema` requires an argument that the case does not send; if the handler works without it, take it out of `required`, otherwise describe it well and add it to the case",
  },
  "Errors, recovery": {
    "expected-error":
      "the call should have failed but succeeded; validate these arguments before acting on them, and report the failure as a JSON-RPC error with a fixed code and a boolean `data.retryable`",
    "unstable-error-code":
      "the same failing call returned different error codes; look for catch-all handlers and timeouts that hide the cause, and give each cause one fixed code",
    "retryability-mismatch":
      "the error does not say whether a retry can help, or says it wrongly; return a JSON-RPC error, not `isError`, with a boolean `data.retryable`, and let a top-level `retryable` agree with it",
    "retry-did-not-recover":
      "the error promises that a retry helps, yet every attempt failed; clear the transient state between calls, or set `data.retryable` to false and say in the message what the caller has to change",
    "failure-not-observed":
      "the step that should fail succeeded, so recovery was never tested; make the failure tool return an error every time it gets the arguments of this case",
    "recovery-failed":
      "the call that should work again after a failure or a cancellation returned an error; release locks, handles and session state when a call ends early, and let recovery start from exactly that state",
    "validation-failed":
      "recovery reported success but the call that checks it failed; finish the repair before answering, and make later calls read the repaired state rather than a cached failure",
  },
  "Load": {
    "contended-client-failed":
      "one of two clients that called at the same moment got an error; look for global state, exclusive locks and single connections to a backend, and let the second call wait instead of rejecting it",
    "latency-budget-exceeded":
      "a call took longer than the case allows; measure the handler (start-up work, upstream requests made one after another, missing indexes), then cache, parallelize or page the result",
  },
  "Listings, payload": {
    "pagination-invalid-entry":
      "a `tools/list` page has no `tools` array, or an entry lacks a valid `name` (1-128 letters, digits, `_`, `-`, `.`, `:`) or an object `inputSchema`; fix the code that builds the list, later pages included",
    "pagination-duplicate-tool":
      "`tools/list` names one tool twice; check the page boundaries and any merging of tool sources, and list every tool exactly once",
    "pagination-stalled-cursor":
      "`tools/list` still returns `nextCursor` after the allowed number of pages; move the cursor forward on every page and leave `nextCursor` out of the last one",
    "payload-unhandled":
      "an oversized argument ended the connection, or `ping` got no object result afterwards; check the size of the input before processing it, and reject it with an error such as -32602 instead of crashing",
    "surface-invalid-envelope":
      "`resources/list` or `prompts/list` failed or lacks its array although `initialize` declares the capability; return an empty `resources` or `prompts` array when there is nothing, or drop the capability",
    "surface-stalled-cursor":
      "`resources/list` or `prompts/list` still returns `nextCursor` after the allowed number of pages; move the cursor forward on every page and leave it out of the last one",
  },
  "Output schema": {
    "output-schema-declared-but-missing":
      "the tool declares an `outputSchema`, but the call failed or its result has no `structuredContent`; return that object on every success, beside the text in `content`",
    "output-schema-field-missing":
      "`structuredContent` lacks a field that the `outputSchema` requires; fill the field on every path through the handler, or take it out of `required`",
    "output-schema-invalid-result":
      "`structuredContent` does not match the `outputSchema`, or that schema cannot be used; compare types, enums and formats, and keep to local `$ref`s and a published `$schema` dialect",
  },
  "Cancellation, negotiation": {
    "cancellation-ignored":
      "a call ran to its end although it was cancelled; on `notifications/cancelled` abort the work of that `requestId` and send no response for it",
    "cancellation-errored":
      "a cancelled call was answered with an error; send nothing for a cancelled request, or code -32800 if the framework insists on an answer",
    "negotiation-echoed-unknown":
      "`initialize` agreed to a protocol version that does not exist; compare the requested version with those you implement, and answer an unknown one with the latest of yours",
    "negotiation-invalid-version":
      "`initialize` was not answered with a version like `2025-06-18`; return `protocolVersion` as a date string, also when the requested version is unknown, instead of an error",
    "negotiation-inconsistent-support":
      "the server named a protocol version and did not agree to it when asked for it; keep one list of supported versions, use it for both answers, and echo every version on it",
  },
  "Server requests": {
    "sampling-invalid-request":
      "`sampling/createMessage` came without a `messages` array, or the call ended in a JSON-RPC error; build the request as the specification says, and turn the client's answer or refusal into a result",
    "sampling-request-flood":
      "one call sent more server requests than the case allows; look for loops around `sampling/createMessage` that retry or refine, cap them, and ask for everything in one request",
    "sampling-stalled-call":
      "the call never finished; keep reading messages while the handler waits for `sampling/createMessage`, match the answer by the request's own id, and end the wait after a timeout",
    "elicitation-invalid-request":
      "`elicitation/create` lacks a string `message` or an object `requestedSchema`, or the call ended in a JSON-RPC error; send both, and treat `decline` and `cancel` as ordinary answers",
    "elicitation-request-flood":
      "one call sent more server requests than the case allows; ask for all fields in a single `elicitation/create`, and do not ask again after `decline` or `cancel`",
    "elicitation-stalled-call":
      "the call never finished; keep reading messages while the handler waits for `elicitation/create`, match the answer by the request's own id, and end the wait after a timeout",
  },
  "Subscription, completion": {
    "resource-unreadable":
      "`resources/read` failed for the URI of the case; check that the URI exists or matches a template, works in a fresh session, and returns a `contents` array",
    "subscription-rejected":
      "`resources/subscribe` or `resources/unsubscribe` was refused although `resources.subscribe` is declared; accept both for every readable URI with an empty result, or stop declaring the capability",
    "subscription-notification-missing":
      "no update arrived in time for the subscribed resource; when it changes, send `notifications/resources/updated` with exactly the subscribed `uri` to every subscribed session",
    "completion-invalid-request":
      "`completion/complete` was refused or its result is malformed; return `completion` with `values` as an array of strings, empty when there is nothing to suggest",
    "completion-value-flood":
      "`completion/complete` returned more values than the case allows; return the best matches only (MCP permits at most 100) and announce the rest with `hasMore` and `total`",
    "completion-argument-unknown":
      "the error of `completion/complete` is about the argument's name; register a completer for this argument of the prompt or template, and return empty `values` where you have no suggestions",
    "completion-stalled-request":
      "`completion/complete` got no usable response; make sure that a handler is registered, does not wait for slow lookups, and answers with the id of the request",
  },
} as const satisfies Readonly<Record<string, Group>>;

const FAULTS: Readonly<Record<FaultLabel, string>> = {
  "transport-timeout":
    "no answer came in time, so the case was not judged; look for handlers that never settle, a blocked event loop or unflushed output, and raise `timeout_ms` only for work that is meant to take long",
  "transport-closed":
    "the connection or the process ended, so the case was not judged; find the crash in the server's stderr, catch errors per request, and keep running until the client closes the input",
  "transport-error":
    "the exchange broke the protocol, so the case was not judged; answer each request once, under its own id, with exactly one of `result` and `error`, and end every listing within 20 pages",
  "evaluation-budget-exceeded":
    "the run used up its 300 seconds or 4096 requests, so the case was not judged; speed up slow tools, shorten listings, or run the manifest in parts with `--probe`",
};

type LabelOf<Any> = Any extends unknown ? keyof Any : never;

/** A label of a judged failure (exit 1). */
export type FailureReason = LabelOf<(typeof FAILURES)[keyof typeof FAILURES]>;

/** Any label that a case may carry. */
export type Reason = FailureReason | FaultLabel;

/** Heading under which related labels stand (cli.md §7). */
export type ReasonGroup = keyof typeof FAILURES | "Not evaluated (exit 3)";

/** One row of the table. */
export interface ReasonEntry {
  label: Reason;
  group: ReasonGroup;
  /** One line, fixed per label. */
  hint: string;
}

/** All 48 rows, in the order of `mcpeval explain`. */
export const REASON_TABLE: readonly ReasonEntry[] = [
  ...Object.entries(FAILURES).flatMap(([group, hints]) => rows(group as ReasonGroup, hints)),
  ...rows("Not evaluated (exit 3)", FAULTS),
];

/** Labels of a judged failure. */
export const FAILURE_REASONS: readonly FailureReason[] = Object.values(FAILURES)
  .flatMap((hints) => Object.keys(hints) as FailureReason[]);

/** All 48 labels. */
export const REASONS: readonly Reason[] = REASON_TABLE.map(({ label }) => label);

const HINTS = Object.fromEntries(
  REASON_TABLE.map(({ label, hint }) => [label, hint]),
) as Readonly<Record<Reason, string>>;

function rows(group: ReasonGroup, hints: Group): ReasonEntry[] {
  return Object.entries(hints).map(([label, hint]) => ({ label: label as Reason, group, hint }));
}

/** The fixed hint of a label: the same text in `explain` and in every report. */
export function hintOf(reason: Reason): string {
  return HINTS[reason];
}

/** Whether a text is one of the 48 labels. */
export function isReason(text: unknown): text is Reason {
  return typeof text === "string" && Object.hasOwn(HINTS, text);
}

/** What `mcpeval explain REASON` found: the hint, or labels close to what was typed. */
export type Explanation = { found: true; hint: string } | { found: false; suggestions: Reason[] };

/**
 * Looks a label up as typed by a person: trimmed, in lower case, exact (cli.md §5). Suggestions are
 * the labels that contain the text or share its first hyphen segment, in table order.
 */
export function explainReason(text: string): Explanation {
  const typed = text.trim().toLowerCase();
  if (isReason(typed)) return { found: true, hint: hintOf(typed) };
  if (typed === "") return { found: false, suggestions: [] };
  const first = segment(typed);
  return {
    found: false,
    suggestions: REASONS.filter((label) => label.includes(typed) || segment(label) === first),
  };
}

function segment(label: string): string {
  return label.split("-", 1)[0] ?? "";
}
