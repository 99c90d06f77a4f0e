import assert from "node:assert/strict";
import { diffReports } from "../../core/report/diff/diff.ts";
import { renderJson } from "../../core/report/json.ts";
import { caseOf, readiness, report, tool } from "./documents.ts";
import { DIFF, EMPTY } from "./sample.ts";

const PROFILE = `{
      "architecture": "x86_64",
      "attested_read_only": false,
      "call_timeout_ms": 15000,
      "client_capabilities": "none",
      "evaluator_version": "0.9.0",
      "platform": "linux",
      "repeats": 3,
      "schema": "mcpeval.measurement-profile/v1",
      "skip_tools": []
    }`;

Deno.test("the document has these bytes", () => {
  const baseline = report({
    cases: [
      caseOf("slow-ok", null, { probe: "latency-budget", measurements: { latency_ms: 407 } }),
      caseOf("gone"),
    ],
    readiness: readiness(91),
    catalog: { tools: [tool("t", { class: "read-only" })] },
  });
  const current = report({
    cases: [
      caseOf("slow-ok", "latency-budget-exceeded", {
        probe: "latency-budget",
        measurements: { latency_ms: 403 },
      }),
      caseOf("new"),
    ],
    readiness: readiness(83),
    catalog: { tools: [tool("t", { class: "writer", required: [1] })] },
  });
  const gates = { dropLimit: { maxDrop: 5, excludeLatency: false } };
  assert.equal(
    renderJson(diffReports(baseline, current, gates)),
    `{
  "added": [
    "new"
  ],
  "cases": [
    {
      "baseline_reason": null,
      "current_reason": "latency-budget-exceeded",
      "id": "slow-ok",
      "measurements": {
        "latency_ms": {
          "baseline": 407,
          "current": 403
        }
      },
      "probe": "latency-budget",
      "verdict": "regressed"
    }
  ],
  "catalog": {
    "changes": [
      {
        "change": "class-changed",
        "count": 1,
        "from": "read-only",
        "severity": "breaking",
        "to": "writer",
        "tool": "t"
      },
      {
        "change": "parameter-required",
        "count": 1,
        "severity": "breaking",
        "tool": "t"
      }
    ],
    "comparable": true
  },
  "readiness": {
    "baseline": 91,
    "baseline_profile": ${PROFILE},
    "baseline_standard": "mcpeval-standard/2",
    "comparable": true,
    "current": 83,
    "current_profile": ${PROFILE},
    "current_standard": "mcpeval-standard/2"
  },
  "readiness_gate": {
    "drop": 8,
    "exclude_latency": false,
    "max_drop": 5,
    "passed": false
  },
  "removed": [
    "gone"
  ],
  "schema": "mcpeval.probe-diff/v2",
  "summary": {
    "added": 1,
    "changed": 0,
    "fixed": 0,
    "regressed": 1,
    "removed": 1,
    "unchanged": 0
  }
}
`,
  );
});

Deno.test("all members are there, whatever the reports lack", () => {
  for (const diff of [DIFF, EMPTY]) {
    assert.deepEqual(Object.keys(JSON.parse(renderJson(diff))), [
      "added",
      "cases",
      "catalog",
      "readiness",
      "readiness_gate",
      "removed",
      "schema",
      "summary",
    ]);
  }
  const { readiness, readiness_gate } = JSON.parse(renderJson(EMPTY));
  assert.equal(readiness_gate, null);
  assert.deepEqual(readiness, {
    baseline: null,
    baseline_profile: null,
    baseline_standard: null,
    comparable: false,
    current: null,
    current_profile: null,
    current_standard: null,
  });
});
