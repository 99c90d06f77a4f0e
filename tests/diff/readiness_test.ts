import assert from "node:assert/strict";
import { UsageError } from "../../core/errors.ts";
import { diffReports } from "../../core/report/diff/diff.ts";
import { dropText, readinessText } from "../../core/report/diff/readiness.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import { PROFILE } from "../report/profile.ts";
import { legacy, type Members, readiness, report } from "./documents.ts";

function measured(score: number, more: Members = {}): ReportDocument {
  return report({ readiness: readiness(score, more) });
}

Deno.test("scores of one standard and one known profile are comparable", () => {
  const diff = diffReports(measured(91), measured(84)).readiness;
  assert.deepEqual(diff, {
    baseline: 91,
    current: 84,
    baseline_standard: "mcpeval-standard/2",
    current_standard: "mcpeval-standard/2",
    baseline_profile: PROFILE,
    current_profile: PROFILE,
    comparable: true,
  });
  assert.equal(readinessText(diff), "91 → 84");
});

const OTHER_CONDITIONS: Members = {
  evaluator_version: "0.9.1",
  platform: "macos",
  architecture: "aarch64",
  skip_tools: ["slow"],
  call_timeout_ms: 15001,
  repeats: 4,
  arguments_sha256: "0".repeat(64),
};

for (const [member, value] of Object.entries(OTHER_CONDITIONS)) {
  Deno.test(`another ${member} makes scores incomparable`, () => {
    const changed = measured(84, { measurement_profile: { ...PROFILE, [member]: value } });
    const diff = diffReports(measured(91), changed).readiness;
    assert.equal(diff.comparable, false);
    assert.equal(
      readinessText(diff),
      "not comparable (measurement profile changed or unavailable)",
    );
  });
}

Deno.test("an attestation makes scores incomparable", () => {
  const attested = measured(84, {
    attested_read_only: true,
    measurement_profile: { ...PROFILE, attested_read_only: true },
  });
  assert.equal(diffReports(measured(91), attested).readiness.comparable, false);
});

Deno.test("without a profile on either side the scores are not comparable", () => {
  const bare = measured(84, { measurement_profile: undefined });
  for (const [before, now] of [[bare, bare], [bare, measured(1)], [measured(1), bare]] as const) {
    const diff = diffReports(before, now).readiness;
    assert.equal(
      readinessText(diff),
      "not comparable (measurement profile changed or unavailable)",
    );
  }
});

/** A report whose run was told to speak a revision, and did. */
function spoken(revision: string, more: Members = {}): ReportDocument {
  const eras = { legacy: "served", modern: "unprobed" };
  const protocol = { requested: revision, era: "legacy", revision, eras, revisions: [revision] };
  return report({ readiness: readiness(84, more), protocol });
}

Deno.test("scores of two protocol revisions are not comparable, and the reason is named", () => {
  const pairs: [ReportDocument, ReportDocument][] = [
    [measured(91), spoken("2025-11-25")],
    [spoken("2025-11-25"), measured(91)],
    [spoken("2025-03-26"), spoken("2025-11-25")],
  ];
  for (const [before, now] of pairs) {
    const diff = diffReports(before, now).readiness;
    assert.equal(diff.comparable, false);
    assert.equal(
      readinessText(diff),
      "not comparable (another protocol revision was spoken: use one --protocol on both sides)",
    );
    assert.equal(
      refusal(before, now, false),
      "readiness is not comparable (another protocol revision was spoken: use one --protocol on " +
        "both sides)",
    );
  }
  const same = diffReports(spoken("2025-11-25"), spoken("2025-11-25")).readiness;
  assert.equal(readinessText(same), "84 → 84");
  const changed = spoken("2025-11-25", { measurement_profile: { ...PROFILE, repeats: 4 } });
  assert.match(
    refusal(measured(91), changed, false),
    /^readiness is not comparable \(measurement profile .*\); measure both sides by one mcpeval /,
  );
});

Deno.test("other standards, version 1 and no measurement are named", () => {
  const pairs: [ReportDocument, ReportDocument][] = [
    [measured(1), measured(1, { standard: "mcpeval-standard/3" })],
    [measured(1), report()],
    [legacy(77), measured(1)],
    [legacy(77), legacy(77)],
    [report(), report()],
  ];
  const texts = pairs.map(([before, now]) => readinessText(diffReports(before, now).readiness));
  assert.deepEqual(texts, [
    "not comparable (mcpeval-standard/2 → mcpeval-standard/3)",
    "not comparable (mcpeval-standard/2 → legacy)",
    "not comparable (legacy → mcpeval-standard/2)",
    "not comparable (legacy → legacy)",
    "not comparable (legacy → legacy)",
  ]);
});

Deno.test("a document of version 1 still gives its number, without a standard", () => {
  const diff = diffReports(legacy(77), measured(91)).readiness;
  assert.equal(diff.baseline, 77);
  assert.equal(diff.baseline_standard, null);
  assert.equal(diff.baseline_profile, null);
  assert.equal(diff.current, 91);
});

const DROPS: [number, number, number, number, boolean, string][] = [
  [91, 84, 7, 7, true, "readiness drop 7 within 7"],
  [91, 84, 6, 7, false, "readiness drop 7 exceeds 6"],
  [91, 91, 0, 0, true, "readiness drop 0 within 0"],
  [84, 91, 0, 0, true, "readiness drop 0 within 0"],
  [100, 0, 100, 100, true, "readiness drop 100 within 100"],
  [100, 0, 99, 100, false, "readiness drop 100 exceeds 99"],
];

for (const [before, now, maxDrop, drop, passed, text] of DROPS) {
  Deno.test(`a score that went from ${before} to ${now}: ${text}`, () => {
    const dropLimit = { maxDrop, excludeLatency: false };
    const gate = diffReports(measured(before), measured(now), { dropLimit }).readiness_gate;
    assert.deepEqual(gate, { max_drop: maxDrop, exclude_latency: false, drop, passed });
    assert.equal(gate && dropText(gate), text);
  });
}

Deno.test("without latency the other scores count", () => {
  const before = measured(91, { score_without_latency: 93 });
  const now = measured(40, { score_without_latency: 86 });
  const dropLimit = { maxDrop: 6, excludeLatency: true };
  const gate = diffReports(before, now, { dropLimit }).readiness_gate;
  assert.deepEqual(gate, { max_drop: 6, exclude_latency: true, drop: 7, passed: false });
  assert.equal(gate && dropText(gate), "readiness drop 7 exceeds 6 (latency excluded)");
});

function refusal(before: ReportDocument, now: ReportDocument, excludeLatency: boolean): string {
  try {
    diffReports(before, now, { dropLimit: { maxDrop: 100, excludeLatency } });
  } catch (error) {
    assert.ok(error instanceof UsageError);
    return error.message;
  }
  return "";
}

Deno.test("a drop of incomparable scores is a mistake of the user's", () => {
  assert.match(
    refusal(measured(1), report(), false),
    /not comparable \(mcpeval-standard\/2 → legacy\)/,
  );
  assert.match(refusal(legacy(9), legacy(9), false), /not comparable \(legacy → legacy\)/);
});

Deno.test("so is a side that lacks the score without latency, and it is named", () => {
  const full = measured(91, { score_without_latency: 93 });
  const bare = measured(91);
  assert.match(refusal(full, bare, true), /^the current report has no score_without_latency/);
  assert.match(refusal(bare, full, true), /^the baseline report has no score_without_latency/);
  assert.equal(refusal(bare, full, false), "");
});
