import assert from "node:assert/strict";
import { readCorpus } from "../../core/readiness/corpus.ts";
import { collected, launchCommand, sha256 } from "../../scripts/collect-corpus.ts";

const read = (name: string) =>
  Deno.readTextFileSync(new URL(`../../data/${name}`, import.meta.url));
const text = read("readiness-corpus.json");
const corpus = JSON.parse(text);
const targets = JSON.parse(read("corpus-targets.json"));

Deno.test("the shipped corpus can be loaded", () => {
  const loaded = readCorpus(text);
  assert.equal(loaded?.standard, "mcpeval-standard/2");
  assert.deepEqual(
    loaded?.rows.map(({ server }) => server).sort(),
    ["everything", "filesystem", "memory", "sequential-thinking"],
  );
});

Deno.test("the shipped corpus names the targets that it was collected from", () => {
  assert.equal(targets.schema, "mcpeval.corpus-targets/v1");
  assert.equal(targets.standard, corpus.standard);
  assert.equal(corpus.targets_sha256, sha256(read("corpus-targets.json")));
  assert.deepEqual(
    corpus.population.map(({ server }: { server: string }) => server),
    targets.targets.map(({ server }: { server: string }) => server),
  );
  for (const target of targets.targets) {
    const observation = corpus.observations.find((each: { server: string }) =>
      each.server === target.server
    );
    const { launch_sha256, package: name, version, bin, prerequisites } = observation.provenance;
    assert.deepEqual([name, version, bin], [target.package, target.version, target.bin]);
    assert.equal(launch_sha256, sha256(JSON.stringify(launchCommand(target))));
    assert.deepEqual(prerequisites, []);
  }
});

Deno.test("the shipped corpus was measured under the conditions of an ordinary run", () => {
  for (const { measurement_profile: profile, score, areas } of corpus.observations) {
    assert.equal(profile.evaluator_version, corpus.evaluator.version);
    assert.deepEqual(
      [profile.attested_read_only, profile.skip_tools, profile.arguments_sha256],
      [false, [], undefined],
    );
    const { protocol, catalog, context, reliability, coverage } = areas;
    const weighted = 15 * protocol + 20 * catalog + 15 * context + 15 * areas["error-honesty"] +
      20 * reliability + 15 * coverage;
    assert.equal(score, Math.round(weighted / 100));
  }
  const scores = corpus.observations.map(({ score }: { score: number }) => score);
  assert.deepEqual(scores, scores.toSorted((a: number, b: number) => a - b));
});

const TARGET = {
  server: "x",
  runtime: "npm",
  package: "p",
  version: "1.0.0",
  bin: "b",
  args: ["a b"],
} as const;

Deno.test("collecting: the launch command pins the version", () => {
  assert.deepEqual(launchCommand(TARGET), [
    ...["npx", "--yes", "--package", "p@1.0.0", "--", "b", "a b"],
  ]);
});

Deno.test("collecting: without a call there is no observation", () => {
  const readiness = {
    score: 30,
    surface: { tools: 1 },
    areas: [{ name: "reliability", score: 0, measurements: { untested_tools: 1 } }],
  };
  const left = (value: unknown) => collected(TARGET, JSON.stringify({ readiness: value }));
  assert.deepEqual(left(null), {
    population: { server: "x", status: "errored", reason: "readiness-unmeasured" },
    observation: null,
  });
  assert.deepEqual(left({ ...readiness, surface: { tools: 0 } }), {
    population: { server: "x", status: "untested", reason: "no-tools" },
    observation: null,
  });
  assert.deepEqual(left(readiness), {
    population: { server: "x", status: "untested", reason: "no-tool-calls" },
    observation: null,
  });
  const measurements = { untested_tools: 0, tool_errors: 3 };
  const called = { ...readiness, areas: [{ ...readiness.areas[0], measurements }] };
  assert.deepEqual(left(called).population, { server: "x", status: "observed" });
});
