import assert from "node:assert/strict";
import { Ajv2020 } from "ajv/dist/2020.js";
import { mcpeval } from "../cli/run.ts";

const text = await Deno.readTextFile(
  new URL("../../data/corpus-verification.schema.json", import.meta.url),
);
const compile = (schema: string) =>
  new Ajv2020({ strictTypes: false, strictRequired: false }).compile(JSON.parse(schema));
const ours = compile(text);

const DIGEST = "ab".repeat(32);
const OBSERVED = {
  server: "npm:weather",
  status: "observed",
  expected: 91,
  observed: 90,
  moved: [],
  drifted: false,
  expected_report_sha256: DIGEST,
  replay_report_sha256: DIGEST,
};
const DRIFTED = { ...OBSERVED, moved: ["catalog 63→none", "measurement-profile"], drifted: true };
const GONE = {
  ...OBSERVED,
  status: "errored",
  reason: "evaluation-failed",
  observed: null,
  replay_report_sha256: null,
};
const NEVER = { ...GONE, status: "untested", expected: null, expected_report_sha256: null };

function artifact(passed: boolean, ...results: Record<string, unknown>[]) {
  return {
    schema: "mcpeval.corpus-verification/v1",
    standard: "mcpeval-standard/2",
    platform: "linux",
    corpus_sha256: DIGEST,
    targets_sha256: DIGEST,
    evaluator: { version: "0.9.0", sha256: DIGEST },
    policy: { reliability_tolerance: 10 },
    passed,
    observations: 1,
    population: results.length,
    results,
  };
}

const SOUND: unknown[] = [
  artifact(true, OBSERVED),
  artifact(false, OBSERVED, DRIFTED),
  artifact(false, GONE, NEVER),
  { ...artifact(true, { ...OBSERVED, more: 1 }), more: 1 },
];

const plain = artifact(true, OBSERVED);
const UNSOUND: [string, unknown][] = [
  ["a pass with drift", artifact(true, OBSERVED, DRIFTED)],
  ["a pass without an observation", artifact(true, OBSERVED, GONE)],
  ["a failure without a cause", artifact(false, OBSERVED)],
  ["no rows", artifact(true)],
  ["a reason beside an observation", artifact(true, { ...OBSERVED, reason: "no-tools" })],
  ["no reason", artifact(false, { ...GONE, reason: undefined })],
  ["an unknown reason", artifact(false, { ...GONE, reason: "bored" })],
  ["drift without an area", artifact(false, { ...DRIFTED, moved: [] })],
  ["an area without drift", artifact(true, { ...OBSERVED, moved: ["context 1→2"] })],
  ["an unknown area", artifact(false, { ...DRIFTED, moved: ["speed 1→2"] })],
  ["drift of what was not observed", artifact(false, { ...DRIFTED, ...GONE, drifted: true })],
  ["a score that nobody observed", artifact(false, { ...GONE, observed: 5 })],
  ["an observation without a digest", artifact(true, { ...OBSERVED, replay_report_sha256: null })],
  ["a digest of nothing", artifact(false, { ...NEVER, expected_report_sha256: DIGEST })],
  ["a score beyond the scale", artifact(true, { ...OBSERVED, observed: 101 })],
  ["another tolerance", { ...plain, policy: { reliability_tolerance: 11 } }],
  ["another standard", { ...plain, standard: "mcpeval-standard/2-draft" }],
  ["a digest in capitals", { ...plain, corpus_sha256: DIGEST.toUpperCase() }],
  ["another schema", { ...plain, schema: "mcpeval.corpus-verification/v2" }],
  ...Object.keys(plain).map((name): [string, unknown] => [
    `no ${name}`,
    { ...plain, [name]: undefined },
  ]),
];

/** As it is written: absent where it is undefined. */
const written = (value: unknown) => JSON.parse(JSON.stringify(value));

Deno.test("the schema of a corpus verification tells sound artifacts from others", () => {
  for (const value of SOUND) assert.ok(ours(written(value)), JSON.stringify(ours.errors));
  for (const [name, value] of UNSOUND) assert.equal(ours(written(value)), false, name);
});

Deno.test("it is printed as it is published", async () => {
  const { code, stdout, stderr } = await mcpeval(["schema", "corpus-verification"]);
  assert.deepEqual([code, stderr], [0, ""]);
  assert.equal(stdout, text);
  const schema = JSON.parse(text);
  assert.equal(schema.$schema, "https://json-schema.org/draft/2020-12/schema");
  assert.equal(schema.title, "mcpeval.corpus-verification/v1");
  assert.equal("$id" in schema, false);
});

const reference = Deno.env.get("MCPEVAL_REFERENCE");

Deno.test({
  name: "the reference program's schema agrees on each of them",
  ignore: reference === undefined,
  fn: async () => {
    const { stdout } = await new Deno.Command(reference ?? "", {
      args: ["schema", "corpus-verification"],
    }).output();
    const theirs = compile(new TextDecoder().decode(stdout));
    for (const value of [...SOUND, ...UNSOUND.map(([, value]) => value)]) {
      assert.equal(theirs(written(value)), ours(written(value)), JSON.stringify(value));
    }
  },
});
