import assert from "node:assert/strict";
import fc from "fast-check";
import type { ToolName } from "../../core/labels.ts";
import { checkScaffold } from "../../core/scaffold/check.ts";
import type { Scaffold } from "../../core/scaffold/scaffold.ts";
import { FOREIGN, lookUp, paths, refusalOf } from "../report/members.ts";

const tool = "a" as ToolName;
const DRY: Scaffold = {
  kind: "dry-run",
  rows: [{ tool, decision: "by-attestation" }, { tool, decision: "writer" }],
};
const MADE: Scaffold = {
  kind: "manifest",
  manifest: { version: 1, timeout_ms: null, sandboxes: {}, probes: [] },
  tools: 1,
  skipped: [{ tool, cause: "schema-call-failed" }],
};

Deno.test("what init made passes unchanged", () => {
  for (const made of [DRY, MADE]) assert.deepEqual(checkScaffold(structuredClone(made)), made);
});

Deno.test("a foreign value beside the manifest is refused without being quoted", () => {
  const places = [DRY, MADE].flatMap((made) =>
    paths(made).filter(([first]) => first !== undefined && first !== "manifest")
      .map((at) => ({ made, at }))
  );
  fc.assert(
    fc.property(
      fc.constantFrom(...places),
      fc.constantFrom(...FOREIGN),
      ({ made, at }, foreign) => {
        const mutated = structuredClone(made);
        lookUp(mutated, at.slice(0, -1))[at.at(-1) ?? ""] = foreign;
        const error = refusalOf((value) => checkScaffold(value as Scaffold), mutated);
        assert.equal(error.name, "IncompleteError");
        assert.doesNotMatch(error.message, /LEAKED/);
      },
    ),
    { numRuns: 1000 },
  );
});
