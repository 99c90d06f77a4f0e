import assert from "node:assert/strict";
import type { ServerLabel } from "../../core/labels.ts";
import type { Corpus, CorpusRow } from "../../core/readiness/corpus.ts";
import { placeCatalog, placeScore } from "../../core/readiness/placement.ts";
import { profileOf } from "./observed.ts";

function corpus(...rows: Partial<CorpusRow>[]): Corpus {
  return {
    standard: "mcpeval-standard/2",
    rows: rows.map((row, index) => ({
      server: `s${index}` as ServerLabel,
      score: 50,
      catalogTokens: null,
      profile: profileOf(),
      ...row,
    })),
  };
}

const READINESS = {
  standard: "mcpeval-standard/2",
  score: 70,
  measurement_profile: profileOf(),
};

Deno.test("a score is placed among the rows with an equal profile", () => {
  const rows = [
    { score: 69 },
    { score: 0 },
    { score: 70 },
    { score: 71 },
    { score: 1, profile: null },
    { score: 2, profile: profileOf({ evaluator_version: "0.8.0" }) },
  ];
  assert.deepEqual(placeScore(corpus(...rows), READINESS), {
    standard: "mcpeval-standard/2",
    above: 2,
    tied: 1,
    below: 1,
  });
});

Deno.test("without an equal standard and an equal profile a score has no place", () => {
  assert.equal(placeScore({ ...corpus({}), standard: "mcpeval-standard/3" }, READINESS), null);
  assert.equal(placeScore(corpus({ profile: null }), READINESS), null);
  const other = corpus({ profile: profileOf({ platform: "macos" }) });
  assert.equal(placeScore(other, READINESS), null);
});

Deno.test("a catalog is placed among all rows with a token figure, whatever their standard", () => {
  const rows = [
    { catalogTokens: 300 },
    { catalogTokens: 100 },
    { catalogTokens: null },
    { catalogTokens: 200, profile: null },
    { catalogTokens: 400 },
  ];
  const other = { ...corpus(...rows), standard: "mcpeval-standard/9" };
  assert.deepEqual(placeCatalog(other, { tokens: 200, tools: 7 }), {
    tokens: 200,
    tools: 7,
    lighter: 2,
    servers: 4,
    median: 200,
  });
  assert.equal(placeCatalog(corpus({ catalogTokens: 5 }), { tokens: 1, tools: 1 })?.median, 5);
  assert.equal(
    placeCatalog(corpus({ catalogTokens: 0 }, { catalogTokens: 9 }), { tokens: 0, tools: 0 })
      ?.median,
    0,
  );
});

Deno.test("without token figures a catalog has no place", () => {
  assert.equal(placeCatalog(corpus({}, {}), { tokens: 1, tools: 1 }), null);
});
