/** What holds for every score, whatever a server does. */

import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { Tool } from "../../core/mcp/catalog.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import type {
  Exercise,
  LoadResult,
  ProtocolCheck,
  ToolObservation,
} from "../../core/readiness/observations.ts";
import { type Observations, scoreReadiness } from "../../core/readiness/score.ts";
import { CHECKS } from "../../core/readiness/standard.ts";
import type { Readiness } from "../../core/report/readiness.ts";
import { catalogOf, observed, profileOf, toolOf } from "./observed.ts";

type Called = Extract<Exercise, { kind: "called" }>;

const call = fc.record({
  outcome: fc.constantFrom("success", "tool-error", "rpc-error"),
  ms: fc.integer({ min: 0, max: 15_000 }),
});

const calledExercise: fc.Arbitrary<Called> = fc
  .tuple(
    fc.constantFrom("completed", "rejected", "lost", "unconnected"),
    fc.array(call, { minLength: 3, maxLength: 3 }),
    fc.integer({ min: 0, max: 2 }),
    fc.constantFrom(true, false, null),
  )
  .map(([end, three, length, conforms]) => {
    const calls = end === "completed" ? three : end === "unconnected" ? [] : three.slice(0, length);
    const succeeded = calls.some(({ outcome }) => outcome === "success");
    return { kind: "called", calls, end, conforms: succeeded ? conforms : null };
  });

const exercise: fc.Arbitrary<Exercise> = fc.oneof(
  fc.constantFrom<Exercise>(
    { kind: "writer" },
    { kind: "unattested" },
    { kind: "unsynthesizable" },
    { kind: "skipped" },
  ),
  calledExercise,
  calledExercise,
);

const honesty = fc.constantFrom(
  null,
  "honest",
  ...CHECKS["error-honesty.invalid-arguments"],
);

const loadResult = fc.constantFrom<LoadResult>("passed", "failed", "no-candidate");

const protocol: fc.Arbitrary<ProtocolCheck[]> = fc.subarray(
  [
    "protocol.unknown-method",
    "protocol.ping",
    "protocol.unknown-tool",
    "protocol.pagination",
    "protocol.negotiation",
  ] as const,
).chain((ids) =>
  fc.tuple(
    ...ids.map((id) =>
      fc.constantFrom(null, "protocol-call-failed" as const).map((reason) => ({ id, reason }))
    ),
  )
);

const parameter: fc.Arbitrary<JsonObject> = fc.constantFrom<JsonObject>(
  {},
  { type: "string" },
  { description: "d" },
  { description: "d", $ref: "#" },
);

const tool = fc.record({
  description: fc.constantFrom(null, "", "d".repeat(40)),
  properties: fc.dictionary(fc.stringMatching(/^[a-z]{1,3}$/), parameter, { maxKeys: 4 }),
  readOnlyHint: fc.constantFrom(true, false, null),
  destructiveHint: fc.constantFrom(true, false, null),
  outputSchema: fc.constantFrom({}, null),
  tokens: fc.integer({ min: 1, max: 8000 }),
});

/** Observations whose catalog and tools belong together. */
const observations: fc.Arbitrary<Observations> = fc
  .tuple(
    fc.array(fc.tuple(tool, exercise, honesty), { maxLength: 6 }),
    loadResult,
    loadResult,
    protocol,
  )
  .map(([rows, contention, payload, checks]) => ({
    catalog: catalogOf(...rows.map(([traits], index) => toolOf(`t${index}`, traits))),
    tools: rows.map(([, exercised, judged], index) =>
      observed(`t${index}`, exercised, exercised.kind === "writer" ? null : judged)
    ),
    load: { contention, payload },
    protocol: checks,
  }));

const score = (seen: Observations) => scoreReadiness(seen, profileOf());

/** Overall score, the one without latency, then the areas. */
function figures({ score, score_without_latency, areas }: Readiness): number[] {
  return [score, score_without_latency, ...areas.map((area) => area.score)];
}

/** Holds when no figure of `worse` is above the one of `better`. */
function assertNotBetter(worse: Observations, better: Observations): void {
  const high = figures(score(better));
  figures(score(worse)).forEach((figure, index) => assert.ok(figure <= (high[index] ?? -1)));
}

/** Observations and the place of one tool that was called in them. */
const withCalled = observations
  .filter(({ tools }) => tools.some(({ exercise }) => exercise.kind === "called"))
  .chain((seen) =>
    fc.constantFrom(
      ...seen.tools.flatMap((tool, index) => tool.exercise.kind === "called" ? [index] : []),
    ).map((index) => ({ seen, index }))
  );

function replaceTool(
  seen: Observations,
  index: number,
  change: (tool: ToolObservation) => ToolObservation,
): Observations {
  return { ...seen, tools: seen.tools.map((tool, at) => at === index ? change(tool) : tool) };
}

Deno.test("all figures are whole numbers from 0 to 100; a lost check has less than 100", () => {
  fc.assert(fc.property(observations, (seen) => {
    const readiness = score(seen);
    for (const figure of figures(readiness)) {
      assert.ok(Number.isInteger(figure) && figure >= 0 && figure <= 100);
    }
    for (const check of readiness.areas.flatMap(({ checks }) => checks)) {
      assert.ok(Number.isInteger(check.score) && check.score >= 0 && check.score <= 99);
    }
  }));
});

Deno.test("an area has lost checks exactly when one of its points is lost, but for rounding", () => {
  fc.assert(fc.property(observations, (seen) => {
    for (const area of score(seen).areas) {
      if (area.checks.length === 0) assert.equal(area.score, 100);
      if (area.score < 99) assert.ok(area.checks.length > 0);
    }
  }));
});

Deno.test("lost checks stand in the order of the areas", () => {
  fc.assert(fc.property(observations, (seen) => {
    for (const { name, checks } of score(seen).areas) {
      for (const { id } of checks) assert.equal(id.split(".")[0], name);
    }
  }));
});

Deno.test("full marks for latency never lower a score", () => {
  fc.assert(fc.property(observations, (seen) => {
    const { score: overall, score_without_latency, areas } = score(seen);
    assert.ok(score_without_latency >= overall);
    const reliability = areas[4];
    assert.ok(
      (reliability?.measurements["score_without_latency"] ?? -1) >=
        (reliability?.score ?? 101),
    );
  }));
});

Deno.test("skipping a tool never raises a score", () => {
  fc.assert(fc.property(withCalled, ({ seen, index }) => {
    const skipped = replaceTool(seen, index, ({ name, honesty }) => ({
      name,
      exercise: { kind: "skipped" },
      honesty: honesty === null ? null : "coverage-skipped",
    }));
    // The battery does not try any load then.
    const load = { contention: "no-candidate", payload: "no-candidate" } as const;
    assertNotBetter({ ...skipped, load }, seen);
  }));
});

Deno.test("a slower answer never raises a score", () => {
  fc.assert(
    fc.property(
      withCalled,
      fc.nat(2),
      fc.integer({ min: 1, max: 9000 }),
      ({ seen, index }, at, ms) => {
        const slower = replaceTool(seen, index, (tool) => {
          const { calls, ...rest } = tool.exercise as Called;
          const delayed = calls.map((call, n) => n === at ? { ...call, ms: call.ms + ms } : call);
          return { ...tool, exercise: { ...rest, calls: delayed } };
        });
        assertNotBetter(slower, seen);
        assert.equal(score(slower).score_without_latency, score(seen).score_without_latency);
      },
    ),
  );
});

Deno.test("a failure in the place of a success never raises a score", () => {
  const failure = fc.constantFrom("tool-error" as const, "rpc-error" as const);
  fc.assert(fc.property(withCalled, fc.nat(2), failure, ({ seen, index }, at, outcome) => {
    const worse = replaceTool(seen, index, (tool) => {
      const { calls, ...rest } = tool.exercise as Called;
      // From a tool that only succeeds, so that a failure is not a return to consistency.
      const before = calls.map((call) => ({ ...call, outcome: "success" as const }));
      const after = before.map((call, n) => n === at ? { ...call, outcome } : call);
      return { ...tool, exercise: { ...rest, calls: after } };
    });
    const better = replaceTool(seen, index, (tool) => {
      const { calls, ...rest } = tool.exercise as Called;
      const all = calls.map((call) => ({ ...call, outcome: "success" as const }));
      return { ...tool, exercise: { ...rest, calls: all } };
    });
    assertNotBetter(worse, better);
  }));
});

Deno.test("calls that end early never raise a score", () => {
  const end = fc.constantFrom<Called["end"]>("rejected", "lost");
  fc.assert(fc.property(withCalled, end, fc.nat(2), ({ seen, index }, how, length) => {
    const full = replaceTool(seen, index, (tool) => ({
      ...tool,
      exercise: { ...tool.exercise as Called, end: "completed", calls: threeOf(tool.exercise) },
    }));
    const cut = replaceTool(full, index, (tool) => {
      const { calls, ...rest } = tool.exercise as Called;
      return { ...tool, exercise: { ...rest, end: how, calls: calls.slice(0, length) } };
    });
    assertNotBetter(cut, full);
  }));
});

function threeOf(exercise: Exercise): Called["calls"] {
  const { calls } = exercise as Called;
  const filler = { outcome: "tool-error", ms: 1 } as const;
  return [...calls, filler, filler, filler].slice(0, 3);
}

Deno.test("a dishonest answer, a failed check and a failed load never raise a score", () => {
  fc.assert(fc.property(withCalled, ({ seen, index }) => {
    const judged = (honesty: ToolObservation["honesty"]) =>
      replaceTool(seen, index, (tool) => ({ ...tool, honesty }));
    assertNotBetter(judged("honesty-wrong-code"), judged("honest"));
    const checks = (reason: "protocol-call-failed" | null): Observations => ({
      ...seen,
      protocol: [{ id: "protocol.ping", reason }, ...seen.protocol.slice(1)],
    });
    assertNotBetter(checks("protocol-call-failed"), checks(null));
    const load = (contention: LoadResult): Observations => ({
      ...seen,
      load: { ...seen.load, contention },
    });
    assertNotBetter(load("failed"), load("passed"));
  }));
});

Deno.test("a heavier catalog never raises a score", () => {
  fc.assert(fc.property(observations, fc.integer({ min: 1, max: 40_000 }), (seen, more) => {
    const [first, ...others] = seen.catalog.tools;
    fc.pre(first !== undefined);
    const heavier = { ...first as Tool, tokens: (first as Tool).tokens + more };
    assertNotBetter({ ...seen, catalog: catalogOf(heavier, ...others) }, seen);
  }));
});

Deno.test("scores do not depend on the order of keys", () => {
  fc.assert(fc.property(observations, (seen) => {
    const tools = seen.catalog.tools.map((tool) => ({
      ...tool,
      entry: reversed(tool.entry),
      inputSchema: reversed(tool.inputSchema),
    }));
    assert.deepEqual(score({ ...seen, catalog: { ...seen.catalog, tools } }), score(seen));
  }));
});

/** The same object with its keys the other way round, at every level. */
function reversed(object: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(object).reverse().map(([key, value]) => [
      key,
      typeof value === "object" && value !== null && !Array.isArray(value)
        ? reversed(value as JsonObject)
        : value,
    ]),
  );
}

Deno.test("every valid call is counted in one class, every tool in at least one", () => {
  fc.assert(fc.property(observations, (seen) => {
    const counters = score(seen).areas[4]?.measurements ?? {};
    const calls = seen.tools.flatMap(({ exercise }) =>
      exercise.kind !== "called" ? [] : [
        ...exercise.calls,
        ...(exercise.end === "rejected" || exercise.end === "lost" ? ["last"] : []),
      ]
    );
    const { untested_tools, score_without_latency: _, ...classes } = counters;
    assert.equal(Object.values(classes).reduce((sum, count) => sum + count, 0), calls.length);
    const surface = seen.tools.filter(({ exercise }) => exercise.kind !== "writer");
    const tested = surface.filter(({ exercise }) =>
      exercise.kind === "called" && exercise.end !== "unconnected"
    );
    assert.equal(untested_tools, surface.length - tested.length);
  }));
});
