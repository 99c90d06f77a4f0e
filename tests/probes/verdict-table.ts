/** Runs one probe over a table of situations. */

import assert from "node:assert/strict";
import type { CaseOf, ProbeKind } from "../../core/manifest/types.ts";
import type { Discovery } from "../../core/mcp/catalog.ts";
import { Fault } from "../../core/mcp/faults.ts";
import type { Probe } from "../../core/probes/probe.ts";
import type { Verdict } from "../../core/probes/verdict.ts";
import { caseOf } from "./cases.ts";
import {
  discoveryOf,
  entry,
  type FakeConnector,
  fakeConnector,
  type FakeSession,
  fakeSession,
  type Script,
} from "./fake-session.ts";

/** One row: a situation and what it must come to. */
export interface Situation {
  name: string;
  fields?: Record<string, unknown>;
  server?: Script;
  connector?: FakeConnector;
  discovery?: Discovery;
  /** The verdict, or the label of the fault that must get out. */
  expect: Verdict | string;
  /** The latency was taken with a clock: it must be whole, its value counts as 0. */
  clocked?: boolean;
  /** Every exchange on the shared session, when it matters. */
  exchanges?: string[];
  /** What the journal must learn, as `<tool> <outcome>`. */
  journal?: string[];
  /** Whether the probe must have closed the session, so that the gate replaces it. */
  closed?: boolean;
  /** Further checks. */
  also?: (session: FakeSession, connector: FakeConnector) => void;
}

/** Registers one test for each row. */
export function situations<Kind extends ProbeKind>(
  kind: Kind,
  probe: Probe<Kind>,
  rows: readonly Situation[],
): void {
  for (const row of rows) {
    Deno.test(`${kind}: ${row.name}`, async () => {
      const session = fakeSession(row.server);
      const connector = row.connector ?? fakeConnector();
      const journal: string[] = [];
      const judged = probe(caseOf(kind, row.fields) as CaseOf<Kind>, {
        session,
        connector,
        discovery: row.discovery ?? discoveryOf(entry("t")),
        onCall: ({ tool, outcome }) => journal.push(`${tool} ${outcome}`),
      });
      if (typeof row.expect === "string") {
        await assert.rejects(judged, (error) => {
          assert.ok(error instanceof Fault);
          assert.equal(error.label, row.expect);
          return true;
        });
      } else {
        const verdict = await judged;
        if (row.clocked) {
          assert.ok(Number.isInteger(verdict.measurements.latency_ms));
          verdict.measurements.latency_ms = 0;
        }
        assert.deepEqual(verdict, row.expect);
      }
      if (row.exchanges) assert.deepEqual(session.log, row.exchanges);
      if (row.journal) assert.deepEqual(journal, row.journal);
      if (row.closed !== undefined) assert.equal(session.closed, row.closed);
      row.also?.(session, connector);
    });
  }
}

/** A pass as it must look. */
export function passes(attempts: number, measurements = {}): Verdict {
  return { verdict: "pass", attempts, measurements };
}

/** A failure as it must look: the failing call is also the number of attempts. */
export function fails(
  at: number,
  reason: string,
  measurements = {},
  detail: { bound: string; limit: number; observed: number } | null = null,
): Verdict {
  return {
    verdict: "fail",
    attempts: at,
    firstFailure: at,
    reason,
    measurements,
    detail,
  } as Verdict;
}
