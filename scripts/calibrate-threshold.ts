/**
 * Derives the default threshold of `mcpeval promote` with mcpeval's own index and promotion over a
 * journal of our own making, `data/calibration`: the middle between the lowest score that has to be
 * a finding and the highest one that must not be.
 *
 * `deno run -A scripts/calibrate-threshold.ts [--check | --write]`: prints the scores and the
 * threshold. With `--check` the status is 1 when they do not give the constant in
 * `store/findings/score.ts`, or when the journal is out of date; `--write` writes the journal.
 *
 * @module
 */
import { join } from "node:path";
import type { Outcome } from "../core/errors.ts";
import { promote } from "../store/findings/promote.ts";
import { DEFAULT_THRESHOLD } from "../store/findings/score.ts";
import { indexFile, storeFolder } from "../store/home.ts";
import { refreshIndex } from "../store/index/refresh.ts";
import { withDatabase } from "../store/sqlite.ts";
import { runScript, ScriptError } from "./script-error.ts";
import { type Seed, seedJournal, SEEDS, SEEDS_AS_OF } from "./seed-journal.ts";

/** A row of the table with the score that promotion gave it. */
export interface Scored extends Seed {
  tool: string;
  score: number;
}

/** A journal has calls in its name, or it is not indexed. */
const JOURNAL = "calls-seeds.jsonl";
const COMMITTED = join(import.meta.dirname ?? ".", "..", "data", "calibration", JOURNAL);

/**
 * Indexes and promotes a journal in a home of its own.
 * @returns the rows of the table in their order
 * @throws {ScriptError} when the journal does not have one issue per row, with its figures
 */
export async function scoreJournal(journal: string): Promise<Scored[]> {
  const home = await Deno.makeTempDir({ prefix: "mcpeval-calibration-" });
  try {
    await Deno.mkdir(storeFolder(home));
    await Deno.writeTextFile(join(storeFolder(home), JOURNAL), journal);
    succeeded(await refreshIndex(home, { rebuild: false }));
    succeeded(await promote(home, { threshold: 0, now: SEEDS_AS_OF }));
    const issues = withDatabase(
      indexFile(home),
      { mode: "read" },
      (db) => db.prepare("SELECT tool, failures, calls, cost, blast, score FROM issues").all(),
    );
    if (issues.length !== SEEDS.length) throw new ScriptError("the journal has other issues");
    return SEEDS.map((seed, row) => {
      const tool = `${seed.band}-${row + 1}`;
      const issue = issues.find((each) => each["tool"] === tool);
      const { failures, calls, cost, blast } = seed;
      if (
        issue?.["failures"] !== failures || issue["calls"] !== calls || issue["cost"] !== cost ||
        issue["blast"] !== blast
      ) {
        throw new ScriptError(`the journal does not have the figures of ${tool}`);
      }
      return { ...seed, tool, score: Number(issue["score"]) };
    });
  } finally {
    await Deno.remove(home, { recursive: true });
  }
}

function succeeded<T>(outcome: Outcome<T>): void {
  if (!outcome.ok) throw new ScriptError(outcome.failure.message);
}

/**
 * The middle between the two bands.
 * @throws {ScriptError} when they overlap
 */
export function thresholdBetween(scored: readonly Scored[]): number {
  const scoresOf = (band: Seed["band"]) =>
    scored.filter((each) => each.band === band).map(({ score }) => score);
  const lowest = Math.min(...scoresOf("blocker"));
  const highest = Math.max(...scoresOf("annoyance"));
  if (lowest > highest) return (lowest + highest) / 2;
  throw new ScriptError("an annoyance scores as high as a blocker: no threshold parts them");
}

/** Sums of products differ in the last digits between machines. */
const TOLERANCE = 1e-14;

async function main(mode: string | undefined): Promise<number> {
  if (mode === "--write") {
    await Deno.writeTextFile(COMMITTED, seedJournal());
    return 0;
  }
  const journal = await Deno.readTextFile(COMMITTED);
  const scored = await scoreJournal(journal);
  const threshold = thresholdBetween(scored);
  if (mode === "--check") {
    if (journal !== seedJournal()) {
      throw new ScriptError("data/calibration is out of date: run this script with --write");
    }
    if (Math.abs(threshold - DEFAULT_THRESHOLD) <= TOLERANCE) return 0;
    throw new ScriptError(`the journal gives ${threshold}, the program has ${DEFAULT_THRESHOLD}`);
  }
  for (const { tool, failures, calls, age, cost, blast, score } of scored) {
    console.log(
      `${tool} ${failures}/${calls} age=${age} cost=${cost} blast=${blast} score=${score}`,
    );
  }
  console.log(`threshold=${threshold}`);
  return 0;
}

if (import.meta.main) await runScript(() => main(Deno.args[0]));
