import assert from "node:assert/strict";
import fc from "fast-check";
import { findCandidates, findDefects } from "../../core/guidance/findings.ts";
import type { ProfileObservation } from "../../core/guidance/observation.ts";
import { PROFILE_NAMES } from "../../core/guidance/profiles.ts";
import type { ToolName } from "../../core/labels.ts";

const names = (...list: string[]) => list as ToolName[];

const OBSERVATIONS: ProfileObservation[] = [
  {
    profile: "none",
    seen: { tools: names("a"), instructed: true, referenced: names("a", "b", "c") },
  },
  { profile: "roots", seen: { tools: names("a", "b"), instructed: true, referenced: names("b") } },
  { profile: "all", seen: { tools: names("a", "b", "c"), instructed: false, referenced: [] } },
];

Deno.test("guidance: defects are required tools that a profile lacks, by profile, then name", () => {
  assert.deepEqual(
    findDefects(OBSERVATIONS, names("nowhere", "c", "a")).map(({ hint: _, ...finding }) => finding),
    [
      {
        profile: "none",
        tool: "c",
        reason: "required-tool-unavailable",
        available_in: ["all"],
      },
      {
        profile: "none",
        tool: "nowhere",
        reason: "required-tool-unavailable",
        available_in: [],
      },
      {
        profile: "roots",
        tool: "c",
        reason: "required-tool-unavailable",
        available_in: ["all"],
      },
      {
        profile: "roots",
        tool: "nowhere",
        reason: "required-tool-unavailable",
        available_in: [],
      },
      {
        profile: "all",
        tool: "nowhere",
        reason: "required-tool-unavailable",
        available_in: [],
      },
    ],
  );
});

Deno.test("guidance: candidates are named tools that the profile lacks", () => {
  assert.deepEqual(
    findCandidates(OBSERVATIONS).map(({ profile, tool, reason, available_in }) =>
      `${profile} ${tool} ${reason} ${available_in}`
    ),
    [
      "none b referenced-tool-unavailable roots,all",
      "none c referenced-tool-unavailable all",
    ],
  );
});

Deno.test("guidance: a finding's tool is never available in its own profile", () => {
  const tools = fc.uniqueArray(fc.constantFrom(...names("a", "b", "c", "d")));
  const seen = fc.record({ tools, instructed: fc.boolean(), referenced: tools });
  const run = fc.tuple(
    fc.subarray(PROFILE_NAMES, { minLength: 1 }),
    fc.array(seen, { minLength: 5 }),
  );
  fc.assert(fc.property(run, tools, ([profiles, seens], required) => {
    const observations = profiles.map((profile, n) => ({ profile, seen: seens[n] ?? null }));
    const found = [...findDefects(observations, required), ...findCandidates(observations)];
    for (const { profile, tool, available_in } of found) {
      assert.ok(!available_in.includes(profile));
      const listing = observations.filter((each) =>
        (each.seen?.tools as string[] | undefined)?.includes(tool)
      );
      assert.deepEqual(available_in, listing.map((each) => each.profile));
    }
  }));
});
