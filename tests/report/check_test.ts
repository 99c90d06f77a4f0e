import assert from "node:assert/strict";
import fc from "fast-check";
import type { GateResult } from "../../core/gate-result.ts";
import { checkGateResult } from "../../core/report/check.ts";
import { FOREIGN, lookUp, paths, refusalOf } from "./members.ts";
import { CATALOG, ERRORED, FAILURES, PASSES } from "./samples.ts";

const VALID: GateResult = { cases: [...PASSES, ...FAILURES, ...ERRORED], catalog: CATALOG };

const refusal = (value: unknown) => refusalOf(checkGateResult, value);
const everyPath = paths(VALID);

Deno.test("a result passes unchanged, also after structured cloning", () => {
  assert.deepEqual(checkGateResult(VALID), VALID);
  assert.deepEqual(checkGateResult(structuredClone(VALID)), VALID);
  assert.deepEqual(checkGateResult({ cases: [], catalog: null }), { cases: [], catalog: null });
});

Deno.test("a foreign value at any place is refused without being quoted", () => {
  const mutation = fc.record({
    at: fc.constantFrom(...everyPath.filter((at) => at.length > 0)),
    foreign: fc.constantFrom(...FOREIGN, true),
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
    { numRuns: 3000 },
  );
});

Deno.test("an unknown member of any object is refused without being named", () => {
  const objects = everyPath.filter((at) => {
    const value = lookUp(VALID, at) as unknown;
    return typeof value === "object" && value !== null && !Array.isArray(value);
  });
  assert.ok(objects.length > 60);
  for (const at of objects) {
    for (const name of ["LEAKED", "__proto__", "constructor"]) {
      const mutated = structuredClone(VALID);
      const member = { value: 1, enumerable: true };
      Object.defineProperty(lookUp(mutated, at), name, member);
      assert.doesNotMatch(refusal(mutated).message, /LEAKED|proto|constructor/, at.join("."));
    }
  }
});

Deno.test("a missing member is refused", () => {
  const optional = new Set(["measurements", "parameters"]);
  for (const at of everyPath.filter((path) => path.length > 0)) {
    const parent = at.slice(0, -1);
    if (Array.isArray(lookUp(VALID, parent)) || optional.has(parent.at(-1) ?? "")) continue;
    const mutated = structuredClone(VALID);
    delete lookUp(mutated, parent)[at.at(-1) ?? ""];
    assert.match(refusal(mutated).message, /^the evaluation handed over an unusable result \(/);
  }
});

Deno.test("nothing but an object of the right shape is a result", () => {
  const plain = { cases: [], catalog: null };
  for (const value of [...FOREIGN, true, null, [], {}, Object.create(plain), new Proxy([], {})]) {
    refusal(value);
  }
});

Deno.test("the refusal names the place", () => {
  const place = (change: (result: GateResult) => void) => {
    const mutated = structuredClone(VALID);
    change(mutated);
    return refusal(mutated).message;
  };
  assert.equal(
    place((result) => lookUp(result, ["cases", "2", "result", "measurements"]).pages = -1),
    "the evaluation handed over an unusable result (cases[2].result.measurements.pages); " +
      "this is a defect of mcpeval",
  );
  assert.match(
    place((result) => lookUp(result, ["cases", "6", "result"]).firstFailure = 0),
    /\(cases\[6\]\.result\.firstFailure\)/,
  );
  assert.match(
    place((result) => lookUp(result, ["cases", "16", "result"]).reason = "missing-field"),
    /\(cases\[16\]\.result\.reason\)/,
  );
  assert.match(
    place((result) => lookUp(result, ["cases", "6", "result"]).reason = "transport-error"),
    /\(cases\[6\]\.result\.reason\)/,
  );
});

Deno.test("a catalog is sorted and free of repetitions", () => {
  const [first, second] = CATALOG;
  assert.match(refusal({ cases: [], catalog: [second, first] }).message, /\(catalog\)/);
  assert.match(refusal({ cases: [], catalog: [first, first] }).message, /\(catalog\)/);
  const required = ["11a62c23412b7747", "11a62c23412b7747"];
  assert.match(
    refusal({ cases: [], catalog: [{ ...first, required }] }).message,
    /\(catalog\[0\]\.required\)/,
  );
  refusal({ cases: [], catalog: [{ ...first, output_schema: "0123456789ABCDEF" }] });
  refusal({ cases: [], catalog: [{ ...first, parameters: { city: "0123456789abcdef" } }] });
});
