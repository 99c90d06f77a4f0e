import assert from "node:assert/strict";
import { caseHint } from "../../core/report/document.ts";
import { renderJson } from "../../core/report/json.ts";
import { CATALOG, ERRORED, FAILURES, PASSES, reportOf } from "./samples.ts";

function only(report: ReturnType<typeof reportOf>) {
  const [entry] = report.cases;
  assert.ok(entry !== undefined && report.cases.length === 1);
  return entry;
}

const named = (id: string) => [...PASSES, ...FAILURES, ...ERRORED].filter((one) => one.id === id);

Deno.test("the whole document, byte for byte", () => {
  const cases = [...named("too-dear"), ...named("quick"), ...named("gone")];
  assert.equal(
    renderJson(reportOf(cases, CATALOG)),
    `{
  "cases": [
    {
      "attempts": 1,
      "detail": {
        "bound": "max_total_tokens",
        "limit": 1200,
        "observed": 1666
      },
      "first_failure": 1,
      "hint": "the tool definitions cost more tokens than the case allows; begin with the heaviest tools: cut descriptions and rare parameters, and move long explanations into a resource or into results",
      "id": "too-dear",
      "measurements": {
        "per_tool": [
          {
            "tokens": 548,
            "tool": "report_weather"
          },
          {
            "tokens": 548,
            "tool": "shared_read"
          },
          {
            "tokens": 541,
            "tool": "elicited_read"
          },
          {
            "tokens": 29,
            "tool": "tiny"
          }
        ],
        "tool_count": 4,
        "total_tokens": 1666
      },
      "passed": false,
      "probe": "token-cost",
      "reason": "token-budget-exceeded",
      "tool": null
    },
    {
      "attempts": 3,
      "detail": null,
      "first_failure": null,
      "hint": null,
      "id": "quick",
      "measurements": {
        "latency_ms": 406
      },
      "passed": true,
      "probe": "latency-budget",
      "reason": null,
      "tool": "slow_read"
    },
    {
      "attempts": 0,
      "detail": null,
      "first_failure": null,
      "hint": "the connection or the process ended, so the case was not judged; find the crash in the server's stderr, catch errors per request, and keep running until the client closes the input",
      "id": "gone",
      "measurements": {},
      "passed": false,
      "probe": "contention",
      "reason": "transport-closed",
      "tool": "describe_status"
    }
  ],
  "catalog": {
    "tools": [
      {
        "class": "writer",
        "name": "break_session",
        "output_schema": "0123456789abcdef",
        "parameters": {},
        "required": []
      },
      {
        "class": "read-only",
        "name": "report_weather",
        "output_schema": null,
        "parameters": {
          "11a62c23412b7747": "00404e686415370f"
        },
        "required": [
          "11a62c23412b7747"
        ]
      }
    ]
  },
  "gate": {
    "passed": 1,
    "total": 3
  },
  "generator": {
    "name": "mcpeval",
    "version": "0.9.0"
  },
  "manifest_sha256": "4ceac0eb45913c1f6db418aec2b15a2a9f722849f16dbe4ef1a2f7131bcaaebe",
  "passed": false,
  "readiness": null,
  "readiness_error": null,
  "readiness_gate": null,
  "schema": "mcpeval.probe-report/v2",
  "server": "demo"
}
`,
  );
});

Deno.test("a report without a manifest has no gate and passes", () => {
  const report = reportOf([]);
  assert.equal(report.gate, null);
  assert.equal(report.manifest_sha256, null);
  assert.equal(report.passed, true);
  assert.equal(report.catalog, null);
  assert.deepEqual(report.cases, []);
});

Deno.test("errored cases count in the total and fail the gate", () => {
  const report = reportOf([...PASSES, ...ERRORED]);
  assert.deepEqual(report.gate, { passed: 6, total: 8 });
  assert.equal(report.passed, false);
  assert.equal(reportOf(PASSES).passed, true);
});

Deno.test("a failed check before the call keeps attempts 0 and first_failure 1", () => {
  const entry = only(reportOf(named("unguessable")));
  assert.equal(entry.attempts, 0);
  assert.equal(entry.first_failure, 1);
  assert.equal(entry.reason, "invalid-schema");
  assert.equal(entry.detail, null);
});

Deno.test("a judged workflow names the call in its hint, an errored one does not", () => {
  assert.equal(
    only(reportOf(named("journey"))).hint,
    "Workflow call 3: the result lacks a field or path that the case requires; see what the " +
      "handler puts into the `tools/call` result (paths start there, as in " +
      "`/structuredContent/status`) and return the field on every success. Count through the " +
      "steps in order, repetition after repetition, to find call number first_failure, and " +
      "replay it in a fresh session. If it works there, an earlier step left state behind. " +
      "Confirm the fix by running the whole workflow.",
  );
  assert.equal(
    only(reportOf(named("lost-journey"))).hint,
    "no answer came in time, so the case was not judged; look for handlers that never settle, a " +
      "blocked event loop or unflushed output, and raise `timeout_ms` only for work that is " +
      "meant to take long",
  );
  // Another program's document may number the failure of a case that was not judged.
  assert.match(caseHint("workflow", "transport-error", 2), /^the exchange broke the protocol/);
});
