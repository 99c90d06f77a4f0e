/** Runs the gate against fake servers, over stdio and over HTTP. */

import assert from "node:assert/strict";
import { runGate } from "../../core/gate.ts";
import type { CaseResult } from "../../core/gate-result.ts";
import type { ProbeCase } from "../../core/manifest/types.ts";
import type { Behavior } from "./behavior.ts";
import { type Served, type ServedOptions, type Transport, withServers } from "./served.ts";

/** One run, and what it must come to. */
export interface Run extends ServedOptions {
  name: string;
  /** Of the processes, or sessions over HTTP, in the order of their starts. */
  processes: Behavior[];
  cases: ProbeCase[];
  /** `<id> pass <attempts>`, `<id> fail <at> <reason>` or `<id> errored <reason>`. */
  expect: string[];
  /** What the journal must learn, as `<tool> <outcome>`. */
  journal?: string[];
  /** How many processes or sessions must have been started. */
  started?: number;
  /** Further checks. */
  also?: (cases: CaseResult[], served: Served) => void;
  /** What differs over HTTP; null for a run that is about stdio. */
  http?: Partial<Omit<Run, "name" | "http" | "stdio">> | null;
  /** Null for a run that is about HTTP. */
  stdio?: null;
}

/** One line for a result. */
export function lineOf({ id, result }: CaseResult): string {
  switch (result.verdict) {
    case "pass":
      return `${id} pass ${result.attempts}`;
    case "fail":
      return `${id} fail ${result.firstFailure} ${result.reason}`;
    case "errored":
      return `${id} errored ${result.reason}`;
  }
}

/** A run over one transport. */
export type PlainRun = Omit<Run, "http" | "stdio">;

/** What becomes of each run: a test of its own, unless somebody else takes it. */
let take: (transport: Transport, run: PlainRun) => void = register;

/** Has all runs that are checked from now on taken otherwise. */
export function takeRuns(otherwise: typeof take): void {
  take = otherwise;
}

/**
 * Checks a run over each transport. Sessions over HTTP need no time to start: what is waited for in
 * vain is waited for a quarter as long.
 */
export function check({ stdio, http, ...run }: Run): void {
  if (stdio !== null) take("stdio", run);
  const timeoutMs = run.timeoutMs === undefined ? {} : { timeoutMs: run.timeoutMs / 4 };
  if (http !== null) take("http", { ...run, ...timeoutMs, ...http });
}

function register(transport: Transport, run: PlainRun): void {
  const { name, processes, cases, expect, journal, started, also, ...options } = run;
  Deno.test(`${transport}: ${name}`, async () => {
    const calls: string[] = [];
    await withServers(
      processes,
      async (served) => {
        const gate = await runGate({
          cases,
          connector: served.connector,
          onCall: ({ tool, outcome }) => calls.push(`${tool} ${outcome}`),
        });
        assert.deepEqual(gate.cases.map(lineOf), expect);
        if (journal !== undefined) assert.deepEqual(calls, journal);
        if (started !== undefined) assert.equal(served.started(), started);
        also?.(gate.cases, served);
      },
      options,
      transport,
    );
  });
}
