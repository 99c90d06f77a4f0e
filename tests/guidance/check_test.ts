import assert from "node:assert/strict";
import { checkObservations } from "../../core/guidance/check.ts";

const SEEN = { tools: ["a", "b"], instructed: true, referenced: ["b"] };
const SOUND = [{ profile: "none", seen: SEEN }, { profile: "all", seen: null }];

Deno.test("observations pass unchanged, also after structured cloning", () => {
  assert.deepEqual(checkObservations(SOUND, ["none", "all"]), SOUND);
  assert.deepEqual(checkObservations(structuredClone(SOUND), ["none", "all"]), SOUND);
});

Deno.test("whatever else comes across is refused without being quoted", () => {
  const [none, all] = SOUND;
  const foreign: unknown[] = [
    null,
    "LEAKED",
    [none],
    [none, all, all],
    [all, none],
    [none, { profile: "all" }],
    [none, { ...all, prose: "LEAKED" }],
    [{ ...none, profile: "LEAKED" }, all],
    ...[
      { tools: ["LEAKED prose"] },
      { tools: ["b", "a"] },
      { tools: ["a", "a"] },
      { tools: [1] },
      { tools: "LEAKED" },
      { tools: null },
      { instructed: "LEAKED" },
      { instructed: null },
      { referenced: ["LEAKED prose"] },
      { referenced: undefined },
      { instructions: "LEAKED" },
    ].map((change) => [{ profile: "none", seen: { ...SEEN, ...change } }, all]),
  ];
  for (const value of foreign) {
    assert.throws(() => checkObservations(value, ["none", "all"]), (error: Error) => {
      assert.equal(error.name, "IncompleteError");
      assert.doesNotMatch(error.message, /LEAKED/);
      return true;
    });
  }
});
