import assert from "node:assert/strict";
import fc from "fast-check";
import { errorFindingId, falseSuccessFindingId } from "../../../store/findings/id.ts";

Deno.test("the recorded ids", () => {
  const ids: [id: string, expected: string][] = [
    [errorFindingId("demo", "click", "aaaaaaaaaaaaaaaa"), "finding-db149da3dfadadaf"],
    [errorFindingId("demo", "save", "aaaaaaaaaaaaaaaa"), "finding-c51a0331c38ffd99"],
    [errorFindingId("demo", "save", null), "finding-21043fee88b8d28c"],
    [errorFindingId("demo", null, "aaaaaaaaaaaaaaaa"), "finding-733cc59c6110c5e3"],
    [falseSuccessFindingId("demo", "save"), "finding-63bd04d8314e48af"],
  ];
  for (const [id, expected] of ids) assert.equal(id, expected);
});

Deno.test("no two groups share an id, wherever their fields end", () => {
  const field = fc.stringMatching(/^[ab]{1,3}$/);
  const group = fc.tuple(field, fc.option(field), fc.option(field));
  fc.assert(fc.property(group, group, (one, other) => {
    const same = JSON.stringify(one) === JSON.stringify(other);
    assert.equal(errorFindingId(...one) === errorFindingId(...other), same);
    assert.notEqual(errorFindingId(...one), falseSuccessFindingId(other[0], other[1]));
  }));
});
