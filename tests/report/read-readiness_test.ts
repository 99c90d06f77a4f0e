import assert from "node:assert/strict";
import {
  AREA,
  current,
  document,
  measured,
  PROFILE,
  refusal,
  withCheck,
  withGate,
  withProfile,
  withReadiness,
} from "./read-document.ts";

Deno.test("readiness is null or complete", () => {
  assert.equal(current(document({ readiness: null })).readiness, null);
  const place = "readiness";
  const whole = "must be a whole number from 0 on";
  const area = `${place}.areas[0]`;
  const refused: [unknown, string][] = [
    [document({ readiness: "x" }), `${place} must be an object`],
    [withReadiness({ standard: undefined }), `${place}.standard must be a string`],
    [withReadiness({ standard: 2 }), `${place}.standard must be a string`],
    [withReadiness({ score: "84" }), `${place}.score ${whole}`],
    [withReadiness({ score: -1 }), `${place}.score ${whole}`],
    [withReadiness({ surface: undefined }), `${place}.surface must be an object`],
    [
      withReadiness({ surface: { tools: 1, read_only: 1, writers: 0 } }),
      `${place}.surface.exercised ${whole}`,
    ],
    [withReadiness({ areas: undefined }), `${place}.areas must be an array`],
    [withReadiness({ areas: ["x"] }), `${area} must be an object`],
    [withReadiness({ areas: [{ ...AREA, name: "other" }] }), `${area}.name must be a known area`],
    [withReadiness({ areas: [{ ...AREA, score: null }] }), `${area}.score ${whole}`],
    [withReadiness({ areas: [{ ...AREA, checks: {} }] }), `${area}.checks must be an array`],
    [withCheck({ id: "context.other" }), `${area}.checks[0].id must be a known check`],
    [
      withCheck({ reason: "missing-field" }),
      `${area}.checks[0].reason must be a known check reason`,
    ],
    [withCheck({ score: undefined }), `${area}.checks[0].score ${whole}`],
  ];
  for (const [value, cause] of refused) {
    assert.deepEqual(refusal(value), ["not a usable probe report", cause]);
  }
});

Deno.test("what follows from readiness is worked out anew", () => {
  const readiness = measured(withReadiness({
    badge: "https://example.com",
    assessment: { tools_exercised: 99 },
    areas: [{
      ...AREA,
      weight: 99,
      measurements: { catalog_tokens: 77, other: 1, rpc_errors: "x" },
    }],
  }));
  assert.deepEqual(readiness, {
    standard: "mcpeval-standard/2",
    score: 84,
    badge: "https://img.shields.io/badge/mcpeval-84%2F100-brightgreen",
    attested_read_only: false,
    surface: { tools: 4, read_only: 3, writers: 1, exercised: 2 },
    areas: [{
      name: "context",
      weight: 15,
      score: 3,
      measurements: { catalog_tokens: 77 },
      checks: [],
    }],
    assessment: {
      scope: "read-only-structural",
      semantic_correctness: "requires-reviewed-oracle",
      tools_exercised: 2,
      read_only_tools: 3,
      writer_tools_excluded: 1,
    },
  });
  const [lost] = measured(withCheck({ hint: "SECRET", tool: 5, observed: "x" })).areas[0]?.checks ??
    [];
  assert.deepEqual([lost?.tool, lost?.observed], [null, null]);
  assert.match(lost?.hint ?? "", /^the tool definitions together cost more than 2000 tokens/);
});

Deno.test("scores are not held against their range; the badge then is red", () => {
  const badge = (score: number) => measured(withReadiness({ score })).badge;
  assert.equal(badge(500), "https://img.shields.io/badge/mcpeval-500%2F100-red");
  assert.equal(badge(79), "https://img.shields.io/badge/mcpeval-79%2F100-yellow");
  assert.equal(badge(49), "https://img.shields.io/badge/mcpeval-49%2F100-red");
  assert.equal(measured(withCheck({ score: 700 })).areas[0]?.checks[0]?.score, 700);
});

Deno.test("later members of readiness may be absent but not wrong", () => {
  const place = "readiness.score_without_latency";
  for (const score_without_latency of [null, 101, "7", -1]) {
    assert.deepEqual(refusal(withReadiness({ score_without_latency })), [
      "not a usable probe report",
      `${place} must be a whole number from 0 to 100`,
    ]);
  }
  assert.equal(measured(withReadiness({ score_without_latency: 7 })).score_without_latency, 7);
  assert.equal("score_without_latency" in measured(withReadiness({})), false);
  assert.equal(measured(withReadiness({ attested_read_only: true })).attested_read_only, true);
  assert.equal(measured(withReadiness({ attested_read_only: "x" })).attested_read_only, false);
});

Deno.test("a measurement profile is valid as a whole and agrees with readiness", () => {
  assert.deepEqual(measured(withProfile({})).measurement_profile, PROFILE);
  const sha = "0".repeat(64);
  const withFile = measured(withProfile({ arguments_sha256: sha })).measurement_profile;
  assert.deepEqual(withFile, { ...PROFILE, arguments_sha256: sha });
  assert.deepEqual(measured(withProfile({ arguments_sha256: null })).measurement_profile, PROFILE);
  const invalid = "readiness.measurement_profile must be a valid measurement profile";
  for (
    const change of [
      { later: 1 },
      { schema: "mcpeval.measurement-profile/v2" },
      { evaluator_version: "0.8" },
      { platform: "1" },
      { client_capabilities: "all" },
      { skip_tools: ["b", "a"] },
      { skip_tools: ["a", "a"] },
      { repeats: 0 },
      { call_timeout_ms: undefined },
      { arguments_sha256: "A".repeat(64) },
    ]
  ) assert.deepEqual(refusal(withProfile(change)), ["not a usable probe report", invalid]);
  assert.equal(refusal(withReadiness({ measurement_profile: null }))[1], invalid);
  assert.equal(
    refusal(withProfile({ attested_read_only: true }))[1],
    "readiness.measurement_profile.attested_read_only must equal readiness.attested_read_only",
  );
});

Deno.test("a readiness error is any known reason", () => {
  assert.equal(
    current(document({ readiness_error: "transport-closed" })).readiness_error,
    "transport-closed",
  );
  assert.equal(
    current(document({ readiness_error: "missing-field" })).readiness_error,
    "missing-field",
  );
  for (const readiness_error of ["other", 3]) {
    assert.deepEqual(refusal(document({ readiness_error })), [
      "not a usable probe report",
      "readiness_error must be null or a known reason",
    ]);
  }
});

Deno.test("floors: known areas, scores from 0 to 100, areas in alphabetical order", () => {
  const place = "readiness_gate";
  const score = "must be a whole number from 0 to 100";
  const missed = { subject: "score", observed: 3, floor: 4 };
  const entry = `${place}.shortfalls[0]`;
  const refused: [unknown, string][] = [
    [document({ readiness_gate: "x" }), `${place} must be an object`],
    [document({ readiness_gate: {} }), `${place}.min_areas must be an object`],
    [withGate({ min_areas: [] }), `${place}.min_areas must be an object`],
    [withGate({ min_areas: { SECRET: 5 } }), `${place}.min_areas must name known areas only`],
    [withGate({ min_areas: { protocol: 101 } }), `${place}.min_areas.protocol ${score}`],
    [withGate({ min_areas: { protocol: null } }), `${place}.min_areas.protocol ${score}`],
    [withGate({ min_score: 101 }), `${place}.min_score ${score}`],
    [withGate({ min_score: "5" }), `${place}.min_score ${score}`],
    [withGate({ shortfalls: "x" }), `${place}.shortfalls must be an array`],
    [withGate({ shortfalls: [null] }), `${entry} must be an object`],
    [
      withGate({ shortfalls: [{ ...missed, subject: "other" }] }),
      `${entry}.subject must be a known area, or score`,
    ],
    [withGate({ shortfalls: [{ ...missed, observed: 101 }] }), `${entry}.observed ${score}`],
    [withGate({ shortfalls: [{ ...missed, floor: undefined }] }), `${entry}.floor ${score}`],
  ];
  for (const [value, cause] of refused) {
    assert.deepEqual(refusal(value), ["not a usable probe report", cause]);
  }
  const gate = withGate({
    min_areas: { reliability: 1, catalog: 2, protocol: 3 },
    min_score: 4,
    exclude_latency: true,
    passed: true,
    shortfalls: [missed],
  });
  const read = current(gate).readiness_gate;
  assert.deepEqual(read, {
    min_score: 4,
    min_areas: { catalog: 2, protocol: 3, reliability: 1 },
    exclude_latency: true,
    passed: false,
    shortfalls: [missed],
  });
  assert.deepEqual(Object.keys(read?.min_areas ?? {}), ["catalog", "protocol", "reliability"]);
  assert.deepEqual(current(withGate({ min_score: null, passed: true })).readiness_gate, {
    min_score: null,
    min_areas: {},
    exclude_latency: false,
    passed: null,
    shortfalls: null,
  });
});
