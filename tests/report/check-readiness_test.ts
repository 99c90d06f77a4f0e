import assert from "node:assert/strict";
import fc from "fast-check";
import type { BatteryResult } from "../../core/readiness/battery.ts";
import { checkBatteryResult } from "../../core/report/check-readiness.ts";
import { CHECK_HINTS } from "../../core/readiness/standard.ts";
import { FOREIGN, lookUp, type Members, paths, refusalOf } from "./members.ts";
import { CATALOG, READINESS } from "./samples.ts";

/** A readiness with lost points in several areas, their hints as the standard has them. */
const areas = READINESS.areas.map((area) => ({
  ...area,
  checks: area.checks.map((check) => ({ ...check, hint: CHECK_HINTS[check.reason] })),
}));
const VALID: BatteryResult = {
  kind: "measured",
  readiness: { ...READINESS, areas },
  catalog: CATALOG,
};

const refusal = (value: unknown) => refusalOf(checkBatteryResult, value);
const everyPath = paths(VALID);

Deno.test("a measured battery passes unchanged, also after structured cloning", () => {
  assert.deepEqual(checkBatteryResult(VALID), VALID);
  assert.deepEqual(checkBatteryResult(structuredClone(VALID)), VALID);
});

Deno.test("so does one that could not finish, with and without a contract", () => {
  for (const catalog of [CATALOG, null]) {
    const unmeasured = { kind: "unmeasured", reason: "transport-closed", catalog };
    assert.deepEqual(checkBatteryResult(unmeasured), unmeasured);
  }
});

Deno.test("a foreign value at any place of readiness is refused without being quoted", () => {
  const mutation = fc.record({
    at: fc.constantFrom(...everyPath.filter((at) => at.length > 0)),
    foreign: fc.constantFrom(...FOREIGN, 101.5),
  });
  fc.assert(
    fc.property(mutation, ({ at, foreign }) => {
      const mutated = structuredClone(VALID);
      lookUp(mutated, at.slice(0, -1))[at.at(-1) ?? ""] = foreign;
      const error = refusal(mutated);
      assert.equal(error.name, "IncompleteError");
      assert.equal(error.exit, 3);
      assert.doesNotMatch(error.message, /LEAKED/);
    }),
    { numRuns: 4000 },
  );
});

Deno.test("an unknown member of any object of readiness is refused without being named", () => {
  const objects = everyPath.filter((at) => {
    const value = lookUp(VALID, at) as unknown;
    // The digests of a contract's parameters are keys.
    return typeof value === "object" && value !== null && !Array.isArray(value);
  });
  for (const at of objects) {
    const mutated = structuredClone(VALID);
    lookUp(mutated, at)["LEAKED payload"] = 1;
    assert.doesNotMatch(refusal(mutated).message, /LEAKED/);
  }
});

/** The result with one member of its readiness, or of one area, changed. */
function changed(change: Members, area?: number): unknown {
  const mutated = structuredClone(VALID) as unknown as { readiness: { areas: Members[] } };
  Object.assign(
    area === undefined ? mutated.readiness : mutated.readiness.areas[area] ?? {},
    change,
  );
  return mutated;
}

Deno.test("labels that are ours are refused in the wrong place", () => {
  const [check] = areas[1]?.checks ?? [];
  const wrong: [unknown, RegExp][] = [
    [changed({ standard: "mcpeval-standard/1" }), /readiness\.standard/],
    [changed({ score: 85 }), /readiness\.badge/],
    [changed({ attested_read_only: true }), /readiness\.attested_read_only/],
    [changed({ areas: areas.slice(1) }), /readiness\.areas/],
    [changed({ areas: areas.toReversed() }), /readiness\.areas\[0\]\.name/],
    [changed({ weight: 20 }, 0), /readiness\.areas\[0\]\.weight/],
    [changed({ measurements: { catalog_tokens: 1 } }, 0), /areas\[0\]\.measurements/],
    [changed({ measurements: { catalog_tokens: 1 } }, 2), /measurements\.heaviest_tool_tokens/],
    [changed({ checks: areas[2]?.checks }, 1), /areas\[1\]\.checks\[0\]\.id/],
    [changed({ checks: [{ ...check, score: 100 }] }, 1), /checks\[0\]\.score/],
    [changed({ checks: [{ ...check, reason: "catalog-no-tools" }] }, 1), /checks\[0\]\.reason/],
    [
      changed({ checks: [{ ...check, hint: CHECK_HINTS["catalog-no-tools"] }] }, 1),
      /checks\[0\]\.hint/,
    ],
    [{ ...VALID, kind: "unmeasured", reason: "transport-error" }, /\(battery\)/],
    [{ kind: "unmeasured", reason: "unexpected-outcome", catalog: null }, /battery\.reason/],
    [{ kind: "LEAKED" }, /battery\.kind/],
    [null, /battery\.kind/],
  ];
  for (const [value, place] of wrong) assert.match(refusal(value).message, place);
});
