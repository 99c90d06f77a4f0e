/** The failing calls of an index, each with what happened around it (capture.md §9.1). */

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** A call that failed, or that claimed a success that was none. */
export interface FailedCall {
  id: number;
  ts: string;
  session: string;
  server: string;
  tool: string | null;
  /** JSON text. */
  code: string | null;
  template: string | null;
  retryable: boolean | null;
  /** Whether arguments were recorded. */
  shaped: boolean;
  /** 1 and the real calls in its window. */
  turns: number;
  /** Its own tool and those in its window. */
  tools: Set<string>;
  /** Whether the tool worked within three calls. */
  recovered: boolean;
}

/** The calls that issues are made of: those of agents, not of probes. */
export const POPULATION = "method = 'tools/call' AND kind = 'real'";

const ERRORS = `
  WITH failed AS (SELECT * FROM calls WHERE ${POPULATION} AND outcome = 'error')
  SELECT f.id, f.ts, f.session, f.server, f.tool, f.err_code, f.err_template_id, f.err_retryable,
    f.args IS NOT NULL AS shaped, w.offset, n.kind AS near_kind, n.tool AS near_tool,
    n.outcome AS near_outcome
  FROM failed f
  LEFT JOIN windows w ON w.failure_id = f.id
  LEFT JOIN calls n ON n.id = w.neighbour_id
  ORDER BY f.id`;

const FALSE_SUCCESSES = `
  SELECT id, ts, session, server, tool, args IS NOT NULL AS shaped
  FROM calls
  WHERE ${POPULATION} AND outcome = 'ok'
    AND id IN (SELECT call_id FROM annotations WHERE kind = 'false-success')
  ORDER BY id`;

type Row = Record<string, SQLOutputValue>;

/** The calls with outcome `error`, one at a time, in the order of their ids. */
export function* failedCalls(db: DatabaseSync): Generator<FailedCall> {
  let call: FailedCall | null = null;
  for (const row of db.prepare(ERRORS).iterate() as Iterable<Row>) {
    if (call === null || call.id !== row["id"]) {
      if (call !== null) yield call;
      call = callOf(row);
    }
    if (row["offset"] !== null) addNeighbor(call, row);
  }
  if (call !== null) yield call;
}

/** The calls with outcome `ok` that were annotated as a false success. Windows are not theirs. */
export function* falseSuccesses(db: DatabaseSync): Generator<FailedCall> {
  for (const row of db.prepare(FALSE_SUCCESSES).iterate() as Iterable<Row>) yield callOf(row);
}

function callOf(row: Row): FailedCall {
  const tool = textOrNull(row["tool"]);
  const retryable = row["err_retryable"];
  return {
    id: Number(row["id"]),
    ts: String(row["ts"]),
    session: String(row["session"]),
    server: String(row["server"]),
    tool,
    code: textOrNull(row["err_code"]),
    template: textOrNull(row["err_template_id"]),
    retryable: typeof retryable === "number" ? retryable === 1 : null,
    shaped: row["shaped"] === 1,
    turns: 1,
    tools: new Set(tool === null ? [] : [tool]),
    recovered: false,
  };
}

function addNeighbor(call: FailedCall, row: Row): void {
  const tool = textOrNull(row["near_tool"]);
  if (row["near_kind"] === "real") call.turns++;
  if (tool !== null) call.tools.add(tool);
  const after = Number(row["offset"]);
  if (after >= 1 && after <= 3 && tool === call.tool && row["near_outcome"] === "ok") {
    call.recovered = true;
  }
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
