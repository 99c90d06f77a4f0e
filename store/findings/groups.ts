/** Failures that belong together: the issues (capture.md §9.1). */

import type { DatabaseSync } from "node:sqlite";
import { IncompleteError } from "../../core/errors.ts";
import { compareBytes } from "../../core/mcp/json.ts";
import { type FailedCall, failedCalls, falseSuccesses, POPULATION } from "./failures.ts";
import { errorFindingId, falseSuccessFindingId } from "./id.ts";
import { parseInstant } from "./instant.ts";

/** An issue before it is scored. */
export interface IssueGroup {
  findingId: string;
  kind: "error" | "false-success";
  server: string;
  tool: string | null;
  template: string | null;
  failures: number;
  /** Calls of the tool in all. */
  calls: number;
  sessions: number;
  /** In nanoseconds since 1970. */
  lastSeen: bigint;
  /** Median turns. */
  cost: number;
  /** Distinct tools. */
  blast: number;
  /** JSON texts of the distinct codes, in byte order. */
  codes: string[];
  /** The most frequent of them. */
  code: string | null;
  /** Null when the failures disagree or do not say. */
  retryable: boolean | null;
  /** Whether the tool worked soon after some failure. */
  recovered: boolean;
  /** JSON text of the first shape of arguments. */
  args: string | null;
  /** Whether a false success was observed. */
  falseSuccess: boolean;
  /** Whether a blocked path was observed. */
  blocked: boolean;
}

/** What is gathered of a group while its calls pass by. */
interface Gathered {
  first: FailedCall;
  kind: IssueGroup["kind"];
  failures: number;
  sessions: Set<string>;
  lastSeen: bigint;
  turns: number[];
  tools: Set<string>;
  codes: Map<string, number>;
  retryables: Set<boolean | null>;
  recovered: boolean;
  firstShaped: number | null;
  falseSuccess: boolean;
  blocked: boolean;
}

/**
 * All issues of an index in the order of server, tool and message.
 * @throws {IncompleteError} that names a failure or false success without a time
 */
export function readGroups(db: DatabaseSync): IssueGroup[] {
  const marks = readMarks(db);
  const groups = new Map<string, Gathered>();
  for (const call of failedCalls(db)) {
    const key = JSON.stringify([call.server, call.tool, call.template]);
    const group = gather(groups, key, "error", call);
    if (marks.falseSuccess.has(call.id)) group.falseSuccess = true;
    if (marks.blocked.has(call.id)) group.blocked = true;
  }
  for (const call of falseSuccesses(db)) {
    const key = JSON.stringify([call.server, call.tool]);
    gather(groups, key, "false-success", call).falseSuccess = true;
  }
  const calls = countCalls(db);
  const shape = db.prepare("SELECT args FROM calls WHERE id = ?");
  return [...groups.values()].map((group): IssueGroup => {
    const { firstShaped } = group;
    const args = firstShaped === null ? null : shape.get(firstShaped)?.["args"];
    const { server, tool } = group.first;
    const total = calls.get(JSON.stringify([server, tool])) ?? group.failures;
    return conclude(group, total, typeof args === "string" ? args : null);
  }).sort(compareGroups);
}

/** Calls with an annotation that counts. */
function readMarks(db: DatabaseSync): { falseSuccess: Set<number>; blocked: Set<number> } {
  const marked = db.prepare(
    "SELECT DISTINCT call_id FROM annotations WHERE kind = ? AND call_id IS NOT NULL",
  );
  const idsOf = (kind: string) => new Set(marked.all(kind).map((row) => Number(row["call_id"])));
  return { falseSuccess: idsOf("false-success"), blocked: idsOf("blocked-optimal-path") };
}

function countCalls(db: DatabaseSync): Map<string, number> {
  const rows = db.prepare(
    `SELECT server, tool, count(*) AS calls FROM calls WHERE ${POPULATION} GROUP BY server, tool`,
  ).all();
  return new Map(
    rows.map(({ server, tool, calls }) => [JSON.stringify([server, tool]), Number(calls)]),
  );
}

function gather(
  groups: Map<string, Gathered>,
  key: string,
  kind: IssueGroup["kind"],
  call: FailedCall,
): Gathered {
  const instant = parseInstant(call.ts);
  if (instant === null) {
    throw new IncompleteError(
      `the call of ${call.session} with seq ${call.seq} has no valid timestamp; remove its line from ` +
        "the call journal, then run mcpeval index again",
    );
  }
  let group = groups.get(key);
  if (group === undefined) {
    group = emptyGroup(call, kind, instant);
    groups.set(key, group);
  }
  group.failures++;
  group.sessions.add(call.session);
  if (instant > group.lastSeen) group.lastSeen = instant;
  group.turns.push(call.turns);
  for (const tool of call.tools) group.tools.add(tool);
  if (call.code !== null) group.codes.set(call.code, (group.codes.get(call.code) ?? 0) + 1);
  group.retryables.add(call.retryable);
  if (call.recovered) group.recovered = true;
  if (call.shaped) group.firstShaped ??= call.id;
  return group;
}

function emptyGroup(first: FailedCall, kind: IssueGroup["kind"], lastSeen: bigint): Gathered {
  return {
    first,
    kind,
    failures: 0,
    sessions: new Set(),
    lastSeen,
    turns: [],
    tools: new Set(),
    codes: new Map(),
    retryables: new Set(),
    recovered: false,
    firstShaped: null,
    falseSuccess: false,
    blocked: false,
  };
}

function conclude(group: Gathered, calls: number, args: string | null): IssueGroup {
  const { server, tool, template } = group.first;
  const [retryable = null, ...others] = group.retryables;
  const codes = [...group.codes.keys()].sort(compareBytes);
  return {
    findingId: group.kind === "error"
      ? errorFindingId(server, tool, template)
      : falseSuccessFindingId(server, tool),
    kind: group.kind,
    server,
    tool,
    template,
    failures: group.failures,
    calls,
    sessions: group.sessions.size,
    lastSeen: group.lastSeen,
    cost: median(group.turns),
    blast: Math.max(1, group.tools.size),
    codes,
    code: mostFrequent(codes, group.codes),
    retryable: others.length === 0 ? retryable : null,
    recovered: group.recovered,
    args,
    falseSuccess: group.falseSuccess,
    blocked: group.blocked,
  };
}

function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? 0;
  const lower = sorted[Math.ceil(sorted.length / 2) - 1] ?? upper;
  return (lower + upper) / 2;
}

/** Of several the first. */
function mostFrequent(
  codes: readonly string[],
  counts: ReadonlyMap<string, number>,
): string | null {
  let found: string | null = null;
  for (const code of codes) {
    if (found === null || (counts.get(code) ?? 0) > (counts.get(found) ?? 0)) found = code;
  }
  return found;
}

function compareGroups(a: IssueGroup, b: IssueGroup): number {
  return compareBytes(a.server, b.server) || compareBytes(a.tool ?? "", b.tool ?? "") ||
    compareBytes(a.kind, b.kind) || compareBytes(a.template ?? "", b.template ?? "");
}
