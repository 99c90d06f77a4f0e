import assert from "node:assert/strict";
import fc from "fast-check";
import { catalogTokens, catalogTools, costText } from "../../core/report/cost.ts";
import { parseDecimal, toDecimal } from "../../core/report/decimal.ts";
import { ERRORED, PASSES, READINESS, reportOf } from "./samples.ts";

Deno.test("decimals round the exact binary value, ties to even", () => {
  const rounded: [number, number, string][] = [
    [0.03125, 4, "0.0312"],
    [0.09375, 4, "0.0938"],
    [0.125, 2, "0.12"],
    [0.375, 2, "0.38"],
    [2.5, 1, "2.5"],
    [1.005, 2, "1.00"],
    [0.015, 2, "0.01"],
    [0.00005, 4, "0.0001"],
    [1e-320, 4, "0.0000"],
    [5e-324, 4, "0.0000"],
    [0, 2, "0.00"],
    [-0, 4, "-0.0000"],
    [-0.125, 2, "-0.12"],
    [-1e-9, 2, "-0.00"],
    [0.999, 2, "1.00"],
    [9007199254740993, 2, "9007199254740992.00"],
    [1e22, 2, "10000000000000000000000.00"],
    [NaN, 4, "NaN"],
    [Infinity, 2, "inf"],
    [-Infinity, 2, "-inf"],
  ];
  for (const [value, places, text] of rounded) assert.equal(toDecimal(value, places), text);
  const largest = toDecimal(Number.MAX_VALUE, 2);
  assert.match(largest, /^17976931348623157081452742373\d{280}\.00$/);
});

/** A double as an exact fraction: its shortest decimal expansion is not its value, halving is. */
function fraction(value: number): [numerator: bigint, denominator: bigint] {
  let denominator = 1n;
  // Doubling a double is exact as long as it does not overflow, which needs a large value.
  while (!Number.isInteger(value)) {
    value *= 2;
    denominator *= 2n;
  }
  return [BigInt(value), denominator];
}

Deno.test("no decimal is nearer to the value, and of two the even one is taken", () => {
  const anyDouble = fc.oneof(
    fc.double({ noNaN: true, noDefaultInfinity: true, min: -1e12, max: 1e12 }),
    fc.double({ noNaN: true, min: -1, max: 1 }),
    fc.record({ units: fc.integer({ min: -5000, max: 5000 }), power: fc.nat({ max: 12 }) })
      .map(({ units, power }) => units / 2 ** power),
  );
  fc.assert(
    fc.property(anyDouble, fc.integer({ min: 1, max: 6 }), (value, places) => {
      const text = toDecimal(value, places);
      assert.match(text, new RegExp(`^-?\\d+\\.\\d{${places}}$`));
      assert.equal(text.startsWith("-"), value < 0 || Object.is(value, -0));
      const scale = 10n ** BigInt(places);
      const units = BigInt(text.replace("-", "").replace(".", ""));
      const [numerator, denominator] = fraction(Math.abs(value));
      // Twice the distance, in units of 1 / denominator: at most one unit of the last place.
      const twice = 2n * (numerator * scale - units * denominator);
      const distance = twice < 0n ? -twice : twice;
      assert.ok(distance <= denominator);
      if (distance === denominator) assert.equal(units % 2n, 0n);
    }),
    { numRuns: 3000 },
  );
});

Deno.test("prices are decimal numbers of any size and sign", () => {
  const prices: [string, number][] = [
    ["3", 3],
    ["+3", 3],
    ["-1", -1],
    ["-0", -0],
    [".5", 0.5],
    ["5.", 5],
    ["1e5", 100000],
    ["1E-2", 0.01],
    ["1e400", Infinity],
    ["inf", Infinity],
    ["-Infinity", -Infinity],
    ["NaN", NaN],
    ["-nan", NaN],
  ];
  for (const [text, value] of prices) assert.ok(Object.is(parseDecimal(text), value), text);
  for (const text of ["", " 3", "3 ", "1_0", "0x1", "abc", ".", "e5", "1e", "--1", "infinit"]) {
    assert.equal(parseDecimal(text), null, text);
  }
});

Deno.test("the cost of a catalog", () => {
  const text = "every session spends 6508 tokens on the tool catalog before its first call — " +
    "$0.0195 per session at $3.00/Mtok ($19.52 per 1,000 sessions)";
  assert.equal(costText(6508, 3), text);
  assert.match(costText(1_000_000, 0.03125), / — \$0\.0312 .* at \$0\.03\/Mtok \(\$31\.25 per/);
  assert.match(
    costText(18446744073709551615n, 3),
    / 18446744073709551615 tokens .*\$55340232221128\.6562 .* \(\$55340232221128656\.00 per/,
  );
  assert.match(costText(1_000_000, NaN), / — \$NaN per session at \$NaN\/Mtok \(\$NaN per/);
});

Deno.test("tokens and tools: as readiness measured them, else the largest count of the cases", () => {
  const measured = { ...reportOf(PASSES), readiness: READINESS };
  assert.equal(catalogTokens(measured), 6508);
  assert.equal(catalogTools(measured), 13);
  assert.equal(catalogTokens(reportOf(PASSES)), 90);
  // A pagination case counts tools as well, but no case about the catalog's cost saw more than 12.
  assert.equal(catalogTools(reportOf(PASSES)), 12);
  assert.equal(catalogTokens(reportOf([])), null);
  assert.equal(catalogTools(reportOf([])), null);
  const unmeasured = { ...READINESS, areas: READINESS.areas.filter((a) => a.name !== "context") };
  assert.equal(catalogTokens({ ...reportOf(PASSES), readiness: unmeasured }), 90);
});

Deno.test("a case that was not judged has no say in the catalog's tokens", () => {
  const report = reportOf([...PASSES, ...ERRORED]);
  const cases = report.cases.map((entry) => ({ ...entry, measurements: { total_tokens: 7 } }));
  const errored = cases.map((entry, index) =>
    index < PASSES.length ? entry : { ...entry, measurements: { total_tokens: 99 } }
  );
  assert.equal(catalogTokens({ ...report, cases: errored }), 7);
});
