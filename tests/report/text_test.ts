import assert from "node:assert/strict";
import type { ReadinessGate } from "../../core/report/readiness.ts";
import { floorText, renderText } from "../../core/report/text.ts";
import {
  COMPLETE,
  ERRORED,
  FAILURES,
  LEGACY,
  PASSES,
  PLACEMENT,
  READINESS,
  reportOf,
} from "./samples.ts";

const brief = { brief: true };
const full = { brief: false };

Deno.test("passing cases with their measurements in the fixed order", () => {
  assert.equal(
    renderText(reportOf(PASSES), full),
    `few-tools discovery-cost pass attempts=1 tools=12 schema_bytes=2262
few-tokens token-cost pass attempts=1 tools=2 total_tokens=90
pages pagination pass attempts=2 tools=12 pages=2
quick latency-budget pass attempts=3 latency_ms=406
cancelled cancellation pass attempts=2 cancellation_outcome=no-result
nothing-to-do completion pass attempts=0
demo gate 6/6 passed
demo readiness not measured
`,
  );
});

Deno.test("failing and errored cases; each bound with its limit", () => {
  assert.equal(
    renderText(reportOf([...FAILURES, ...ERRORED]), brief),
    `too-many discovery-cost fail attempts=1 first_failure=1 reason=discovery-limit-exceeded tools=13 schema_bytes=26028 bound=max_tools limit=12 observed=13
too-big discovery-cost fail attempts=1 first_failure=1 reason=discovery-limit-exceeded tools=13 schema_bytes=26028 bound=max_schema_bytes limit=4524 observed=26028
too-dear token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=4 total_tokens=1666 bound=max_total_tokens limit=1200 observed=1666
one-too-dear token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=2 total_tokens=577 bound=max_tool_tokens limit=200 observed=548
too-slow latency-budget fail attempts=2 first_failure=2 reason=latency-budget-exceeded latency_ms=2017 bound=max_latency_ms limit=1700 observed=2017
endless pagination fail attempts=6 first_failure=6 reason=pagination-stalled-cursor tools=12 pages=6 bound=max_pages limit=5 observed=6
endless-prompts surface-listing fail attempts=6 first_failure=6 reason=surface-stalled-cursor pages=6 bound=max_pages limit=5 observed=6
uncancelled cancellation fail attempts=2 first_failure=2 reason=cancellation-ignored cancellation_outcome=completed
unguessable schema-guessability fail attempts=0 first_failure=1 reason=invalid-schema
journey workflow fail attempts=3 first_failure=3 reason=missing-field
gone contention error reason=transport-closed
lost-journey workflow error reason=transport-timeout
demo gate 0/12 passed
demo readiness not measured
`,
  );
});

Deno.test("hints stand below their case; a token budget names the three heaviest tools", () => {
  const cases = [...FAILURES.filter(({ probe }) => probe === "token-cost"), ...ERRORED.slice(0, 1)];
  assert.equal(
    renderText(reportOf(cases), full),
    `too-dear token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=4 total_tokens=1666 bound=max_total_tokens limit=1200 observed=1666
  hint: the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results
  heaviest: report_weather 548, shared_read 548, elicited_read 541
one-too-dear token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=2 total_tokens=577 bound=max_tool_tokens limit=200 observed=548
  hint: the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results
  heaviest: shared_read 548, tiny 29
gone contention error reason=transport-closed
  hint: the connection or the process ended, so the case was not judged; find the crash in the server's stderr, catch errors per request, and keep running until the client closes the input
demo gate 0/3 passed
demo readiness not measured
`,
  );
});

Deno.test("a workflow's hint begins with the failing call", () => {
  const journey = FAILURES.filter(({ id }) => id === "journey");
  const hint = renderText(reportOf(journey), full).split("\n")[1];
  assert.match(hint ?? "", /^ {2}hint: Workflow call 3: the result lacks a field/);
});

Deno.test("a document of another program may lack first_failure", () => {
  const report = reportOf(FAILURES.filter(({ id }) => id === "journey"));
  const cases = report.cases.map((entry) => ({ ...entry, first_failure: null }));
  assert.equal(
    renderText({ ...report, cases }, brief).split("\n")[0],
    "journey workflow fail attempts=3 reason=missing-field",
  );
});

Deno.test("readiness: a reason's hint follows its first lost check only", () => {
  assert.equal(
    renderText({ ...reportOf([]), readiness: READINESS }, full),
    `demo readiness 84/100 protocol=100 catalog=66 context=69 error-honesty=100 reliability=84 coverage=91 standard=mcpeval-standard/2
  surface: 13 tools, 11 read-only, 2 writers, 10 exercised
  assessment: structure and behavior of read-only calls; whether the answers are right needs an oracle that a person has reviewed
  lost catalog.description score=0 tool=describe_status observed=37 reason=catalog-short-description
    hint: say more
  lost catalog.description score=0 tool=break_session observed=38 reason=catalog-short-description
  lost context.catalog score=61 observed=6508 reason=context-catalog-heavy
    hint: list less
  lost reliability.latency score=50 tool=slow_read reason=reliability-slow
    hint: be quick
`,
  );
});

Deno.test("brief drops the hints of lost checks, too", () => {
  const lines = renderText({ ...reportOf([]), readiness: READINESS }, brief).split("\n");
  assert.equal(lines.length, 8);
  assert.equal(lines.filter((line) => line.includes("hint:")).length, 0);
});

Deno.test("an unfinished battery shows its reason", () => {
  assert.equal(
    renderText({ ...reportOf([]), readiness_error: "evaluation-budget-exceeded" }, full),
    "demo readiness error reason=evaluation-budget-exceeded\n",
  );
});

Deno.test("readiness floors", () => {
  const gate: ReadinessGate = {
    min_score: 90,
    min_areas: { coverage: 20, catalog: 63 },
    exclude_latency: false,
    passed: true,
    shortfalls: [],
  };
  assert.equal(
    floorText(gate),
    "readiness floor passed: score >= 90, coverage >= 20, catalog >= 63",
  );
  assert.equal(
    floorText({ ...gate, min_score: null, exclude_latency: true }),
    "readiness floor passed: coverage >= 20, catalog >= 63 (latency excluded)",
  );
  const failed: ReadinessGate = {
    ...gate,
    passed: false,
    shortfalls: [
      { subject: "score", observed: 84, floor: 90 },
      { subject: "catalog", observed: 62, floor: 63 },
    ],
  };
  assert.equal(floorText(failed), "readiness floor failed: score 84 < 90, catalog 62 < 63");
  assert.equal(
    floorText({ ...failed, exclude_latency: true }),
    "readiness floor failed: score 84 < 90, catalog 62 < 63 (latency excluded)",
  );
  assert.equal(
    floorText({ ...gate, exclude_latency: true, passed: null, shortfalls: null }),
    "readiness floor not evaluated: readiness was not measured",
  );
  const report = { ...reportOf([]), readiness: READINESS, readiness_gate: failed };
  assert.match(
    renderText(report, brief),
    /\ndemo readiness floor failed: score 84 < 90, catalog 62 < 63\n$/,
  );
});

Deno.test("corpus lines, then the cost", () => {
  const text = renderText(COMPLETE, { brief: true, placement: PLACEMENT, price: 3 });
  assert.ok(text.endsWith(
    "\ndemo readiness floor failed: score 84 < 85 (latency excluded)\n" +
      "  standard corpus (mcpeval-standard/2): above 3, tied 1, below 9 of 13 observed servers\n" +
      "  catalog: 6508 tokens over 13 tools, lighter than 2 of 13 observed servers " +
      "(median 2536 tokens)\n" +
      "  cost: every session spends 6508 tokens on the tool catalog before its first call — " +
      "$0.0195 per session at $3.00/Mtok ($19.52 per 1,000 sessions)\n",
  ));
});

Deno.test("what cannot be placed or counted has no line", () => {
  const plain = renderText(reportOf([]), brief);
  const nowhere = { score: null, catalog: null };
  assert.equal(renderText(reportOf([]), { brief: true, placement: nowhere, price: 3 }), plain);
  const { score, catalog } = PLACEMENT;
  const lines = (placement: typeof PLACEMENT) =>
    renderText(reportOf([]), { brief: true, placement }).split("\n").slice(1, -1);
  assert.match(lines({ score, catalog: null }).join("\n"), /^ {2}standard corpus .*$/);
  assert.match(lines({ score: null, catalog }).join("\n"), /^ {2}catalog: .*$/);
});

Deno.test("a document of version 1 shows its pass rate, if it has one", () => {
  assert.equal(
    renderText(LEGACY, full),
    "demo manifest pass rate 55/100 (legacy v1 score, a pass rate and no readiness score)\n",
  );
  assert.equal(
    renderText({ ...LEGACY, legacy_score: null }, full),
    "demo readiness not measured\n",
  );
});

Deno.test("a measured readiness counts more than an error beside it", () => {
  const measured = { ...reportOf([]), readiness: READINESS };
  const text = renderText({ ...measured, readiness_error: "transport-error" }, brief);
  assert.match(text, /^demo readiness 84\/100 /);
});
