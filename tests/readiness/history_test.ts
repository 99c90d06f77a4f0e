import assert from "node:assert/strict";
import { historyDelta, type HistoryRecord, historyRecord } from "../../core/readiness/history.ts";
import { type Observations, scoreReadiness } from "../../core/readiness/score.ts";
import { catalogOf, profileOf } from "./observed.ts";

const NOTHING: Observations = {
  catalog: catalogOf(),
  tools: [],
  load: { contention: "no-candidate", payload: "no-candidate" },
  protocol: [],
};

Deno.test("a point has the members of the file in its order", () => {
  const record = historyRecord({
    at: new Date(Date.UTC(2026, 6, 5, 4, 3, 2, 1)),
    server: "demo",
    cases: { passed: 24, total: 25 },
    manifestSha256: "a".repeat(64),
    readiness: scoreReadiness(NOTHING, profileOf({ attested_read_only: true })),
  });
  assert.equal(
    JSON.stringify(record),
    '{"ts":"2026-07-05T04:03:02.001Z","server":"demo","passed":false,"cases_total":25,' +
      `"cases_passed":24,"score":15,"manifest_sha256":"${"a".repeat(64)}",` +
      '"standard":"mcpeval-standard/2","measurement_profile":{' +
      '"schema":"mcpeval.measurement-profile/v1","evaluator_version":"0.9.0",' +
      '"platform":"linux","architecture":"x86_64","client_capabilities":"none",' +
      '"attested_read_only":true,"skip_tools":[],"call_timeout_ms":15000,"repeats":3}}',
  );
});

Deno.test("a point of a run whose cases all passed has passed", () => {
  const { passed } = historyRecord({
    at: new Date(0),
    server: "demo",
    cases: { passed: 25, total: 25 },
    manifestSha256: "a".repeat(64),
    readiness: scoreReadiness(NOTHING, profileOf()),
  });
  assert.equal(passed, true);
});

function point(changes: Partial<HistoryRecord> = {}): HistoryRecord {
  return {
    ts: "2026-01-01T00:00:00.000Z",
    server: "s",
    passed: true,
    cases_total: 1,
    cases_passed: 1,
    score: 80,
    manifest_sha256: "a".repeat(64),
    standard: "mcpeval-standard/2",
    measurement_profile: profileOf(),
    ...changes,
  };
}

/** A point from before there was a standard. */
function early(score: number, manifest: string | null): HistoryRecord {
  const { standard: _, measurement_profile: __, manifest_sha256: ___, ...rest } = point({ score });
  return { ...rest, ...(manifest !== null && { manifest_sha256: manifest }) };
}

Deno.test("equal conditions give a signed difference", () => {
  assert.equal(historyDelta(point(), point()), "+0");
  assert.equal(historyDelta(point(), point({ score: 91 })), "+11");
  assert.equal(historyDelta(point(), point({ score: 73 })), "-7");
  // The manifest does not matter to a measurement by the standard.
  assert.equal(historyDelta(point(), point({ manifest_sha256: "b".repeat(64) })), "+0");
});

Deno.test("unequal conditions are named, the first that matches", () => {
  const { measurement_profile: _, ...unknown } = point();
  const other = profileOf({ evaluator_version: "0.9.1" });
  assert.equal(
    historyDelta(point(), point({ standard: "mcpeval-standard/3", measurement_profile: other })),
    "standard changed",
  );
  assert.equal(historyDelta(early(80, null), point()), "standard changed");
  assert.equal(historyDelta(point(), early(80, null)), "standard changed");
  assert.equal(historyDelta(unknown, point()), "measurement profile unavailable");
  assert.equal(historyDelta(point(), unknown), "measurement profile unavailable");
  assert.equal(historyDelta(unknown, unknown), "measurement profile unavailable");
  assert.equal(
    historyDelta(point(), point({ measurement_profile: other })),
    "measurement profile changed",
  );
});

Deno.test("points without a standard compare under the same manifest only", () => {
  assert.equal(historyDelta(early(80, "a"), early(82, "a")), "+2");
  assert.equal(historyDelta(early(80, null), early(75, null)), "-5");
  assert.equal(historyDelta(early(80, "a"), early(82, "b")), "manifest changed");
  assert.equal(historyDelta(early(80, "a"), early(82, null)), "manifest changed");
});
