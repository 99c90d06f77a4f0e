/** Has the compiled program judge what `tests/probes` describes, and reads its report. */

import assert from "node:assert/strict";
import type { CaseResult } from "../../core/gate-result.ts";
import { encodeJson, type JsonObject } from "../../core/mcp/json.ts";
import type { ProbeCase } from "../../core/manifest/types.ts";
import { lineOf, type PlainRun } from "../probes/gate-runs.ts";
import { offer, type Transport } from "../probes/served.ts";
import { BINARY, run, tempFolder } from "../cli/run.ts";

const FAULTS = [
  "transport-timeout",
  "transport-closed",
  "transport-error",
  "evaluation-budget-exceeded",
];

/** A case of a report. */
interface RecordedCase extends Record<string, unknown> {
  passed: boolean;
  reason: string | null;
  measurements: Record<string, unknown>;
}

/** Runs it over one transport and asserts all that it expects. */
export async function judgeCompiled(transport: Transport, expected: PlainRun): Promise<void> {
  const { name, processes, cases, expect, started, also, timeoutMs = 10_000 } = expected;
  await using folder = await tempFolder();
  await using servers = await offer(processes, transport);
  const { target } = servers;
  const manifest = await folder.write(
    "m.json",
    // The servers over HTTP share a thread with the test, so they may be late.
    encodeJson({
      version: 1,
      timeout_ms: transport === "http" ? 2 * timeoutMs : timeoutMs,
      probes: cases.map(fieldsOf),
    }),
  );
  const words = ["probe", "--server", "fake", "--manifest", manifest, "--gate-only"];
  const ran = await run(
    BINARY,
    [
      ...words,
      ...["--format", "json"],
      ...target.kind === "stdio" ? ["--", ...target.command] : ["--url", target.url],
    ],
    { env: { MCPEVAL_HOME: folder.file("home") } },
  );
  const place = `${transport}: ${name}\n${ran.stderr}`;
  assert.notEqual(ran.stdout, "", place);
  const results = (JSON.parse(ran.stdout).cases as RecordedCase[]).map(resultOf);
  assert.deepEqual(results.map(lineOf), expect, place);
  assert.equal(ran.code, exitOf(expect), place);
  if (started !== undefined) assert.equal(servers.started(), started, place);
  const { received } = servers;
  also?.(results, { connector: undefined as never, started: servers.started, received });
}

function fieldsOf(probeCase: ProbeCase): JsonObject {
  const present = Object.entries(probeCase).filter(([, value]) => value !== undefined);
  return Object.fromEntries(present) as JsonObject;
}

/** What the expected lines mean for the program: an errored case outranks a failed one. */
function exitOf(lines: readonly string[]): number {
  const of = (verdict: string) => lines.some((line) => line.split(" ")[1] === verdict);
  return of("errored") ? 3 : of("fail") ? 1 : 0;
}

/** A case as the gate gave it. */
function resultOf(
  { id, probe, tool, passed, reason, attempts, first_failure, detail, ...rest }: RecordedCase,
): CaseResult {
  const measurements = Object.fromEntries(
    Object.entries(rest.measurements).filter(([, value]) => value !== null),
  );
  const result = passed
    ? { verdict: "pass", attempts, measurements }
    : FAULTS.includes(reason ?? "")
    ? { verdict: "errored", reason }
    : { verdict: "fail", attempts, firstFailure: first_failure, reason, measurements, detail };
  return { id, probe, tool, result } as unknown as CaseResult;
}
