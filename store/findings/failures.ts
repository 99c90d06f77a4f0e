/** The failing calls of an index, each with what happened around it (capture.md §9.1). */

import type { DatabaseSync, SQLOutputValue } from "node:sqlite";

/** A call that failed, or that claimed a success that was none. */
export interface FailedCall {
  id: number;
  ts: string;
  session: string;
  /** Its number in the session, in decimals. */
  seq: string;
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
  /** Its own tool and those in its window; some come twice. */
  tools: readonly string[];
  /** Whether the tool worked within three calls. */
  recovered: boolean;
}

/** The calls that issues are made of: those of agents, not of probes. */
export const POPULATION = "method = 'tools/call' AND kind = 'real'";

/** Numbers of other programs may be beyond what the runtime reads. */
const COLUMNS = "f.id, f.ts, f.session, CAST(f.seq AS TEXT) AS seq, f.server, f.tool, " +
  "f.args IS NOT NULL AS shaped";

/** One row for each failure: one for each neighbor would be eight times as many to hand over. */
const ERRORS = `
  WITH failed AS (SELECT * FROM calls WHERE ${POPULATION} AND outcome = 'error')
  SELECT ${COLUMNS}, f.err_code, f.err_template_id, f.err_retryable,
    count(*) FILTER (WHERE n.kind = 'real') AS near,
    json_group_array(DISTINCT n.tool) FILTER (WHERE n.tool IS NOT NULL) AS near_tools,
    max(w.offset BETWEEN 1 AND 3 AND n.tool IS f.tool AND n.outcome = 'ok') AS recovered
  FROM failed f
  LEFT JOIN windows w ON w.failure_id = f.id
  LEFT JOIN calls n ON n.id = w.neighbour_id
  GROUP BY f.id
  ORDER BY f.id`;

const FALSE_SUCCESSES = `
  SELECT ${COLUMNS}
  FROM calls f
  WHERE ${POPULATION} AND outcome = 'ok'
    AND id IN (SELECT call_id FROM annotations WHERE kind = 'false-success')
  ORDER BY f.id`;

type Row = Record<string, SQLOutputValue>;

/** The calls with outcome `error`, one at a time, in the order of their ids. */
export function* failedCalls(db: DatabaseSync): Generator<FailedCall> {
  for (const row of db.prepare(ERRORS).iterate() as Iterable<Row>) {
    const call = callOf(row);
    yield {
      ...call,
      turns: call.turns + Number(row["near"]),
      tools: [...call.tools, ...JSON.parse(String(row["near_tools"])) as string[]],
      recovered: row["recovered"] === 1,
    };
  }
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
    seq: String(row["seq"]),
    server: String(row["server"]),
    tool,
    code: textOrNull(row["err_code"]),
    template: textOrNull(row["err_template_id"]),
    retryable: typeof retryable === "number" ? retryable === 1 : null,
    shaped: row["shaped"] === 1,
    turns: 1,
    tools: tool === null ? [] : [tool],
    recovered: false,
  };
}

function textOrNull(value: SQLOutputValue | undefined): string | null {
  return typeof value === "string" ? value : null;
}
