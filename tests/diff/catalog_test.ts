import assert from "node:assert/strict";
import fc from "fast-check";
import { changeLabel, compareCatalogs, countBySeverity } from "../../core/report/diff/catalog.ts";
import { diffReports } from "../../core/report/diff/diff.ts";
import type { CatalogChange } from "../../core/report/diff/document.ts";
import { readCatalog } from "../../core/report/read-catalog.ts";
import type { Json } from "../../core/mcp/json.ts";
import { catalogOf, type Members, report, tool, type ToolShape } from "./documents.ts";

function changesOf(baseline: Members[], current: Members[]): CatalogChange[] {
  return diffReports(catalogOf(...baseline), catalogOf(...current)).catalog.changes;
}

function change(before: ToolShape, now: ToolShape): Omit<CatalogChange, "tool">[] {
  return changesOf([tool("t", before)], [tool("t", now)]).map(({ tool: name, ...rest }) => {
    assert.equal(name, "t");
    return rest;
  });
}

Deno.test("a tool that is gone breaks callers, a new one does not", () => {
  const removed = changesOf([tool("a"), tool("b")], [tool("b")]);
  assert.deepEqual(removed, [{
    tool: "a",
    change: "tool-removed",
    severity: "breaking",
    count: 1,
  }]);
  const added = changesOf([tool("b")], [tool("a", { required: [1] }), tool("b")]);
  assert.deepEqual(added, [{
    tool: "a",
    change: "tool-added",
    severity: "compatible",
    count: 1,
  }]);
});

const CLASSES: [string, string, string][] = [
  ["read-only", "writer", "breaking"],
  ["unannotated", "writer", "breaking"],
  ["read-only", "unannotated", "breaking"],
  ["unannotated", "read-only", "compatible"],
  ["writer", "read-only", "compatible"],
  ["writer", "unannotated", "compatible"],
];

for (const [from, to, severity] of CLASSES) {
  Deno.test(`a ${from} tool that became ${to} is ${severity}`, () => {
    assert.deepEqual(change({ class: from }, { class: to }), [
      { change: "class-changed", severity, count: 1, from, to },
    ]);
  });
}

const PARAMETERS: [string, ToolShape, ToolShape, [string, string, number][]][] = [
  [
    "a parameter that became required",
    { parameters: { 1: 1 } },
    { parameters: { 1: 1 }, required: [1] },
    [["parameter-required", "breaking", 1]],
  ],
  [
    "a new required parameter, which is not listed as added, too",
    {},
    { parameters: { 1: 1, 2: 2 }, required: [1, 2] },
    [["parameter-required", "breaking", 2]],
  ],
  [
    "a required name that is not declared",
    {},
    { required: [7] },
    [["parameter-required", "breaking", 1]],
  ],
  [
    "a parameter that is no longer required",
    { parameters: { 1: 1 }, required: [1] },
    { parameters: { 1: 1 } },
    [["parameter-optional", "compatible", 1]],
  ],
  [
    "a required parameter that is gone",
    { parameters: { 1: 1 }, required: [1] },
    {},
    [["parameter-removed", "breaking", 1]],
  ],
  ["an undeclared name that is no longer required", { required: [1] }, {}, []],
  [
    "new optional parameters",
    { parameters: { 1: 1 } },
    { parameters: { 1: 1, 2: 2, 3: 3 } },
    [["parameter-added", "compatible", 2]],
  ],
  [
    "other constraints",
    { parameters: { 1: 1, 2: 2 } },
    { parameters: { 1: 9, 2: 2 } },
    [["parameter-changed", "review", 1]],
  ],
  [
    "a parameter that is renamed",
    { parameters: { 1: 1 } },
    { parameters: { 2: 1 } },
    [["parameter-removed", "breaking", 1], ["parameter-added", "compatible", 1]],
  ],
  [
    "a parameter with other constraints that became required",
    { parameters: { 1: 1 } },
    { parameters: { 1: 2 }, required: [1] },
    [["parameter-required", "breaking", 1], ["parameter-changed", "review", 1]],
  ],
  ["a name that is required twice", { required: [1] }, { required: [1, 1] }, []],
];

for (const [name, before, now, expected] of PARAMETERS) {
  Deno.test(`parameters: ${name}`, () => {
    const found = change(before, now);
    assert.deepEqual(
      found.map(({ change, severity, count }) => [change, severity, count]),
      expected,
    );
  });
}

Deno.test("an output schema that is gone breaks, a new one does not, another one is to be reviewed", () => {
  assert.deepEqual(change({ output: 1 }, {}), [
    { change: "output-schema-removed", severity: "breaking", count: 1 },
  ]);
  assert.deepEqual(change({}, { output: 1 }), [
    { change: "output-schema-added", severity: "compatible", count: 1 },
  ]);
  assert.deepEqual(change({ output: 1 }, { output: 2 }), [
    { change: "output-schema-changed", severity: "review", count: 1 },
  ]);
  assert.deepEqual(change({ output: 1 }, { output: 1 }), []);
});

/** Every kind of change, spread over tools so that each order matters. */
const BEFORE = [
  tool("z", {
    class: "read-only",
    parameters: { 1: 1, 2: 2, 3: 3, 4: 4, 5: 5, 6: 6 },
    required: [1, 2, 9],
    output: 1,
  }),
  tool("gone"),
  tool("A"),
  tool("softer", { class: "writer" }),
];
const NOW = [
  tool("z", {
    class: "writer",
    parameters: { 1: 1, 2: 22, 4: 44, 5: 5, 7: 7, 8: 8 },
    required: [5, 99],
  }),
  tool("new"),
  tool("A", { output: 1 }),
  tool("softer"),
];

Deno.test("changes come by severity, then tool in byte order, then kind", () => {
  const labels = changesOf(BEFORE, NOW)
    .map((each) => `${each.severity} ${each.tool} ${changeLabel(each)}`);
  assert.deepEqual(labels, [
    "breaking gone tool-removed",
    "breaking z class-changed read-only → writer",
    "breaking z parameter-required ×2",
    "breaking z parameter-removed ×2",
    "breaking z output-schema-removed",
    "review z parameter-changed ×2",
    "compatible A output-schema-added",
    "compatible new tool-added",
    "compatible softer class-changed writer → read-only",
    "compatible z parameter-optional ×2",
    "compatible z parameter-added ×2",
  ]);
  assert.deepEqual(countBySeverity(changesOf(BEFORE, NOW)), {
    breaking: 5,
    review: 1,
    compatible: 5,
  });
});

Deno.test("a report without a catalog is not comparable", () => {
  const some = catalogOf(tool("a"));
  const none = report();
  for (const [before, now] of [[some, none], [none, some], [none, none]] as const) {
    assert.deepEqual(diffReports(before, now).catalog, { comparable: false, changes: [] });
  }
  assert.deepEqual(diffReports(some, some).catalog, { comparable: true, changes: [] });
});

const shapes = fc.record({
  class: fc.constantFrom("read-only", "writer", "unannotated"),
  parameters: fc.dictionary(fc.constantFrom("1", "2", "3"), fc.nat({ max: 2 })),
  required: fc.uniqueArray(fc.nat({ max: 4 })),
  output: fc.nat({ max: 2 }),
});
const catalogs = fc.uniqueArray(fc.tuple(fc.constantFrom("a", "b", "c", "Z", "_"), shapes), {
  selector: ([name]) => name,
}).map((entries) => entries.map(([name, shape]) => tool(name, shape)));

function read(tools: Members[]) {
  return readCatalog({ tools } as unknown as Json)?.tools ?? [];
}

Deno.test("property: the order of the tools in a document does not matter, and no change is equal to another", () => {
  const severities = ["breaking", "review", "compatible"];
  const kinds = [
    "tool-removed",
    "tool-added",
    "class-changed",
    "parameter-required",
    "parameter-optional",
    "parameter-removed",
    "parameter-added",
    "parameter-changed",
    "output-schema-removed",
    "output-schema-added",
    "output-schema-changed",
  ];
  fc.assert(fc.property(catalogs, catalogs, (before, now) => {
    const changes = compareCatalogs(read(before), read(now));
    assert.deepEqual(compareCatalogs(read(before.toReversed()), read(now.toReversed())), changes);
    const keys = changes.map(({ severity, tool, change }) =>
      `${severities.indexOf(severity)} ${tool} ${String(kinds.indexOf(change)).padStart(2, "0")}`
    );
    assert.deepEqual(keys, [...new Set(keys)].sort());
    const { breaking, review, compatible } = countBySeverity(changes);
    assert.equal(breaking + review + compatible, changes.length);
    assert.ok(changes.every(({ count }) => count >= 1));
  }));
});

Deno.test("property: what comes breaks as often as what goes the other way is taken back", () => {
  const opposite: Record<string, string> = {
    "tool-removed": "tool-added",
    "output-schema-removed": "output-schema-added",
    "parameter-changed": "parameter-changed",
    "output-schema-changed": "output-schema-changed",
    "class-changed": "class-changed",
  };
  fc.assert(fc.property(catalogs, catalogs, (before, now) => {
    const there = compareCatalogs(read(before), read(now));
    const back = compareCatalogs(read(now), read(before));
    for (const [one, other] of Object.entries(opposite)) {
      const count = (changes: CatalogChange[], kind: string) =>
        changes.filter(({ change }) => change === kind).reduce((sum, { count }) => sum + count, 0);
      assert.equal(count(there, one), count(back, other));
      assert.equal(count(there, other), count(back, one));
    }
  }));
});
