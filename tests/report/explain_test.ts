import assert from "node:assert/strict";
import { explainAnswer, explainList } from "../../core/report/explain.ts";

Deno.test("explain lists one heading and every label, indented by two spaces", () => {
  const lines = explainList().split("\n");
  assert.equal(lines.length, 50);
  assert.match(lines[0] ?? "", /^\S.*mcpeval explain <reason>/);
  assert.deepEqual(lines.slice(1, 3), ["  unexpected-outcome", "  missing-field"]);
  assert.deepEqual(lines.slice(47), [
    "  transport-error",
    "  evaluation-budget-exceeded",
    "",
  ]);
});

Deno.test("explain answers a label with its hint on one line", () => {
  assert.deepEqual(explainAnswer("Pagination-Stalled-Cursor "), {
    known: true,
    hint: "`tools/list` still returns `nextCursor` after the allowed number of pages; move the " +
      "cursor forward on every page and leave `nextCursor` out of the last one",
  });
});

Deno.test("explain answers an unknown label with suggestions, or with the way to the list", () => {
  assert.deepEqual(explainAnswer("Surface-x"), {
    known: false,
    complaint:
      "unknown reason Surface-x; did you mean: surface-invalid-envelope, surface-stalled-cursor",
  });
  assert.deepEqual(explainAnswer("zzz"), {
    known: false,
    complaint: "unknown reason zzz; mcpeval explain lists all of them",
  });
});
