import assert from "node:assert/strict";
import { type Scored, scoreJournal, thresholdBetween } from "../../scripts/calibrate-threshold.ts";
import { seedJournal } from "../../scripts/seed-journal.ts";

Deno.test("the committed journal gives the default threshold", async () => {
  const committed = new URL("../../data/calibration/calls-seeds.jsonl", import.meta.url);
  const journal = await Deno.readTextFile(committed);
  assert.equal(journal, seedJournal());
  const scored = await scoreJournal(journal);
  assert.deepEqual(scored.map(({ tool, score }) => `${tool} ${score.toFixed(4)}`), [
    "blocker-1 1.7439",
    "blocker-2 0.8648",
    "blocker-3 1.3398",
    "blocker-4 1.2332",
    "blocker-5 0.9704",
    "blocker-6 0.9667",
    "blocker-7 0.6396",
    "annoyance-8 0.0089",
    "annoyance-9 0.0080",
  ]);
  assert.ok(Math.abs((scored[6]?.score ?? 0) - 0.6396196787607286) < 1e-14);
  assert.ok(Math.abs((scored[7]?.score ?? 0) - 0.008881448800795402) < 1e-14);
  assert.ok(Math.abs(thresholdBetween(scored) - 0.324250563780762) < 1e-14);
});

Deno.test("bands that overlap have no threshold, and a journal with other figures none", async () => {
  const seed = { failures: 1, calls: 1, age: 0, cost: 1, blast: 1, tool: "x", score: 1 };
  const scored: Scored[] = [{ ...seed, band: "blocker" }, { ...seed, band: "annoyance" }];
  assert.throws(() => thresholdBetween(scored), /^ScriptError: an annoyance scores as high/);
  const lines = seedJournal().trimEnd().split("\n");
  await assert.rejects(scoreJournal(`${lines.slice(0, -1).join("\n")}\n`), {
    message: "the journal does not have the figures of annoyance-9",
  });
  await assert.rejects(scoreJournal(""), { message: "the journal has other issues" });
});
