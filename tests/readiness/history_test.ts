import assert from "node:assert/strict";
import { historyRecord } from "../../core/readiness/history.ts";
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
