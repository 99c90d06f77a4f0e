/**
 * `mcpeval-standard/2` as a table: which checks an area has, why a check can cost points, and what
 * a server's author can do about it (readiness.md §§1, 4, 5). Any change of a number or a check is
 * another standard with another name.
 */

import {
  AREA_WEIGHTS,
  type AreaName,
  type CheckId,
  type CheckReason,
  type LostCheck,
} from "../report/readiness.ts";

/** Name of the standard. */
export const STANDARD = "mcpeval-standard/2";

/** The areas in their order. */
export const AREA_NAMES = Object.keys(AREA_WEIGHTS) as AreaName[];

const NOT_EXERCISED = [
  "coverage-unannotated",
  "coverage-unsynthesizable",
  "coverage-rejected-arguments",
  "coverage-call-failed",
  "no-read-only-tools",
] as const satisfies readonly CheckReason[];

/** All checks in the order in which they are reported, each with the reasons that it can give. */
export const CHECKS = {
  "protocol.unknown-method": ["protocol-unknown-method-answered", "protocol-call-failed"],
  "protocol.ping": ["protocol-ping-failed", "protocol-call-failed"],
  "protocol.unknown-tool": ["protocol-unknown-tool-accepted", "protocol-call-failed"],
  "protocol.pagination": ["protocol-pagination-invalid", "protocol-call-failed"],
  "protocol.surfaces": ["protocol-surface-invalid"],
  "protocol.negotiation": [
    "protocol-negotiation-echoed-unknown",
    "protocol-negotiation-invalid-version",
    "protocol-negotiation-inconsistent-support",
    "protocol-call-failed",
  ],
  "catalog.empty": ["catalog-no-tools"],
  "catalog.description": ["catalog-short-description"],
  "catalog.params-described": ["catalog-undescribed-params"],
  "catalog.params-typed": ["catalog-untyped-params"],
  "catalog.read-only-declared": ["catalog-read-only-undeclared"],
  "catalog.destructive-declared": ["catalog-destructive-undeclared"],
  "catalog.output-schema": ["catalog-no-output-schema"],
  "context.catalog": ["context-catalog-heavy"],
  "context.heaviest-tool": ["context-tool-heavy"],
  "error-honesty.untestable": ["honesty-untestable", "no-read-only-tools"],
  "error-honesty.invalid-arguments": [
    "honesty-accepted-invalid",
    "honesty-empty-error",
    "honesty-wrong-code",
    "honesty-call-failed",
    "coverage-skipped",
  ],
  "reliability.none-exercised": [...NOT_EXERCISED, "reliability-none-exercised"],
  "reliability.skipped": ["coverage-skipped"],
  "reliability.success": ["reliability-call-failed"],
  "reliability.consistent": ["reliability-inconsistent"],
  "reliability.latency": ["reliability-slow"],
  "reliability.output-schema": ["reliability-output-schema-broken"],
  "reliability.contention": ["reliability-contention-failed", "coverage-skipped"],
  "reliability.payload": ["reliability-payload-unhandled", "coverage-skipped"],
  "coverage.exercised": [...NOT_EXERCISED, "coverage-skipped"],
} as const satisfies Readonly<Record<CheckId, readonly CheckReason[]>>;

/** The reasons that a check can give. */
export type ReasonOf<Id extends CheckId> = (typeof CHECKS)[Id][number];

/** The fixed hint of each reason: what is wrong, where to look in the server, what to do. */
export const CHECK_HINTS: Readonly<Record<CheckReason, string>> = {
  "protocol-unknown-method-answered":
    "a method that does not exist was not refused with error -32601; look at the dispatcher's fallback and any catch-all proxy, and let it return -32601 for every method without a handler",
  "protocol-ping-failed":
    "`ping` was not answered with an object; register a handler that returns `{}` at once, since clients use it to tell a slow server from a dead one",
  "protocol-unknown-tool-accepted":
    "a call of a tool that does not exist looked like a success; look the name up before dispatching, and answer an unknown one with error -32602 or `isError: true`",
  "protocol-pagination-invalid":
    "paging through `tools/list` failed: a bad page or entry, a tool listed twice, or a cursor left after 20 pages; check page boundaries, names and schemas, and leave `nextCursor` out of the last page",
  "protocol-surface-invalid":
    "`resources/list` or `prompts/list` failed, lacked its array or did not end within 20 pages although `initialize` declares it; return an array, empty if need be, or drop the capability",
  "protocol-negotiation-echoed-unknown":
    "`initialize` agreed to protocol version 2000-01-01, which does not exist; compare the request with the versions you implement, and answer an unknown one with your latest",
  "protocol-negotiation-invalid-version":
    "`initialize` was not answered with a version like `2025-06-18`; return a date string in `protocolVersion`, and for a version you do not know your own latest instead of an error",
  "protocol-negotiation-inconsistent-support":
    "`initialize` named a protocol version and did not agree to it when asked for it; keep one list of supported versions, and echo each one that is on it",
  "protocol-call-failed":
    "this check got no usable answer: the connection was lost, the wait of 15 s ran out, or the reply broke JSON-RPC; find the crash or the blocked handler in the server's stderr, and answer under the request's id",
  "catalog-no-tools":
    "`tools/list` is empty, so nothing can be judged; check that tools are registered before the server connects and do not depend on a login or a setting that this run lacks",
  "catalog-short-description":
    "the tool's `description` has fewer than 40 characters; say what the tool does, when to use it rather than its neighbors, and what it returns, because a model chooses by this text",
  "catalog-undescribed-params":
    "a parameter in the tool's `inputSchema` has no `description`; say for each one what it means, its format or unit, and where a caller gets the value",
  "catalog-untyped-params":
    "a parameter in the tool's `inputSchema` has no type; give each one a `type`, an `enum` or a `$ref`, so that a model need not guess what to send",
  "catalog-read-only-undeclared":
    "the tool does not say whether it only reads; set `annotations.readOnlyHint` to true or false in its registration, since clients decide by it what needs consent",
  "catalog-destructive-undeclared":
    "the tool writes but does not say whether it can destroy data; set `annotations.destructiveHint` to true or false in its registration, since an absent hint counts as true",
  "catalog-no-output-schema":
    "the tool declares no `outputSchema`; describe its result in one and return a matching `structuredContent`, so that callers need not take prose apart",
  "context-catalog-heavy":
    "the tool definitions together cost more than 2000 tokens, which every session pays before its first call; cut descriptions and schemas, merge similar tools, drop unused ones, or load groups on demand",
  "context-tool-heavy":
    "one tool definition costs more than 500 tokens; shorten its description and schema, split rare options into another tool, and move long explanations into a resource",
  "honesty-untestable":
    "no callable tool has a schema that bad arguments could violate, so errors were not tested; declare property types, `required` or `additionalProperties: false`, and annotate tools that only read",
  "honesty-accepted-invalid":
    "arguments that contradict the tool's `inputSchema` were accepted; validate against the schema before the handler runs, and answer with error -32602 that names the argument",
  "honesty-empty-error":
    "bad arguments gave `isError: true` without a usable text; put a text first in `content` that says which argument is wrong and what is expected, so that the caller can correct itself",
  "honesty-wrong-code":
    "bad arguments gave a JSON-RPC error other than -32602; map validation failures to -32602 instead of letting them surface as an internal error",
  "honesty-call-failed":
    "bad arguments got no usable reply, or `ping` got none right after; catch validation errors in the handler, answer with error -32602, and keep the process and its connection alive",
  "reliability-none-exercised":
    "no tool could be exercised, so reliability is unknown; annotate tools that only read with `readOnlyHint: true`, and let their schemas imply arguments that work",
  "reliability-call-failed":
    "a valid call failed; see the error in the server's log, add working `examples` to its schema, or pass arguments that exist with --arguments",
  "reliability-inconsistent":
    "three equal calls ended in different ways; look for state shared between calls, warm-up that the first call hits, rate limits and flaky upstreams, and retry inside the handler",
  "reliability-slow":
    "the median of three calls took more than 100 ms (80 points up to 300 ms, 50 up to 1 s, 20 up to 3 s); cache, prepare at start-up, ask upstreams in parallel, or page the result",
  "reliability-output-schema-broken":
    "a successful call returned no `structuredContent`, or one that its `outputSchema` does not allow; build the result from the declared shape, and check that the schema itself is valid",
  "reliability-contention-failed":
    "two clients called at the same moment and one failed, or a second client could not connect and list the tools; look for global state, exclusive locks, fixed ports and single backend connections",
  "reliability-payload-unhandled":
    "an argument of a million characters ended the exchange, or `ping` did not answer afterwards; check input sizes before processing, raise buffer limits, and refuse with an error instead of crashing",
  "coverage-unannotated":
    "the tool was not called because nothing says that it only reads; set `annotations.readOnlyHint` to true or false, or attest it yourself with --confirm-read-only",
  "coverage-unsynthesizable":
    "no arguments could be built from the tool's `inputSchema`; give each required parameter a type, a `default` or working `examples`, fix an invalid schema, or pass arguments with --arguments",
  "coverage-skipped":
    "the tool was left out with --skip-tool, and what is not called cannot score; remove the option once calling the tool is safe",
  "coverage-rejected-arguments":
    "the tool refused arguments that satisfy its own `inputSchema` with -32602; declare the missing constraints (`enum`, `format`, `pattern`), add `examples` that work, or pass arguments with --arguments",
  "coverage-call-failed":
    "no call of the tool succeeded; see the server's log for the error behind it, check credentials and upstreams, and add working `examples` to the schema or pass arguments with --arguments",
  "no-read-only-tools":
    "every listed tool writes, or there is none, so nothing can be called safely; offer a tool that only reads with `readOnlyHint: true`, and do not mark readers as destructive",
};

/** What a lost check says beside its score and reason. */
export interface Evidence {
  tool?: string | null;
  /** What was measured: tokens, characters or successful calls. */
  observed?: number | null;
}

/** The entry of a check that scored less than 100. */
export function lost<Id extends CheckId>(
  id: Id,
  score: number,
  reason: ReasonOf<Id>,
  { tool = null, observed = null }: Evidence = {},
): LostCheck {
  return { id, tool, score, observed, reason, hint: CHECK_HINTS[reason] };
}
