import assert from "node:assert/strict";
import { AREA_WEIGHTS, CHECK_IDS, CHECK_REASONS } from "../../core/report/readiness.ts";
import { AREA_NAMES, CHECK_HINTS, CHECKS, lost, STANDARD } from "../../core/readiness/standard.ts";

Deno.test("the standard is named mcpeval-standard/2 and weighs six areas to 100", () => {
  assert.equal(STANDARD, "mcpeval-standard/2");
  assert.deepEqual(AREA_NAMES, [
    "protocol",
    "catalog",
    "context",
    "error-honesty",
    "reliability",
    "coverage",
  ]);
  assert.deepEqual(Object.values(AREA_WEIGHTS), [15, 20, 15, 15, 20, 15]);
});

Deno.test("the table has every published check and reason, and no other", () => {
  assert.equal(CHECK_IDS.length, 26);
  assert.equal(CHECK_REASONS.length, 36);
  assert.deepEqual(Object.keys(CHECKS).sort(), [...CHECK_IDS].sort());
  assert.deepEqual(
    [...new Set(Object.values(CHECKS).flat())].sort(),
    [...CHECK_REASONS].sort(),
  );
});

Deno.test("the checks stand in the order of their areas", () => {
  const areas = Object.keys(CHECKS).map((id) => id.split(".")[0]);
  assert.deepEqual([...new Set(areas)], AREA_NAMES);
  assert.deepEqual(
    areas.map((area) => AREA_NAMES.findIndex((name) => name === area)),
    areas.map((area) => AREA_NAMES.findIndex((name) => name === area)).sort(),
  );
});

Deno.test("every reason has one hint of its own: one line of 60 to 240 characters", () => {
  assert.deepEqual(Object.keys(CHECK_HINTS).sort(), [...CHECK_REASONS].sort());
  for (const [reason, hint] of Object.entries(CHECK_HINTS)) {
    assert.ok(hint.length >= 60 && hint.length <= 240, `${reason}: ${hint.length}`);
    assert.match(hint, /^[^\n]*[^.\n]$/, reason);
    assert.match(hint, /; /, reason);
  }
  assert.equal(new Set(Object.values(CHECK_HINTS)).size, 36);
});

Deno.test("a hint of failed calls holds however many of the three failed", () => {
  const failed = Object.entries(CHECK_HINTS).filter(([reason]) => reason.endsWith("-call-failed"));
  assert.equal(failed.length, 4);
  for (const [reason, hint] of failed) assert.doesNotMatch(hint, /each time|always|never/, reason);
});

Deno.test("the guide names the checks, the options of the battery and the revisions that can be offered", async () => {
  const guide = await Deno.readTextFile(new URL("../../docs/readiness.md", import.meta.url));
  const options = ["arguments", "confirm-read-only", "skip-tool", "min-readiness", "min-area"];
  const names = [
    ...[...options, "exclude-latency", "brief", "protocol"].map((option) => `--${option}`),
    ...["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"],
    ...Object.keys(CHECKS).filter((id) => /^(?:protocol|catalog)\.(?!empty)/.test(id)),
  ];
  for (const name of names) assert.ok(guide.includes(name), name);
});

Deno.test("a lost check carries the hint of its reason", () => {
  assert.deepEqual(
    lost("catalog.description", 0, "catalog-short-description", {
      tool: "t",
      observed: 7,
    }),
    {
      id: "catalog.description",
      tool: "t",
      score: 0,
      observed: 7,
      reason: "catalog-short-description",
      hint: CHECK_HINTS["catalog-short-description"],
    },
  );
  const { tool, observed } = lost("protocol.ping", 0, "protocol-ping-failed");
  assert.deepEqual([tool, observed], [null, null]);
});
