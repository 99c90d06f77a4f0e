/**
 * Compares indexes with another implementation's: MCPEVAL_REFERENCE names its `mcpeval` program.
 * Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { run, type TempFolder } from "../../cli/run.ts";
import { REFERENCE } from "../../report/reference.ts";
import { append, captured, dump, homeWith, indexed, lines, refused, uuid } from "./home.ts";
import { annotationRecord, callRecord } from "./random.ts";

if (REFERENCE === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

/** Indexes a home with the reference. @returns its exit code, stdout and first line of stderr */
async function theirs(home: TempFolder, ...args: string[]): Promise<[number, string, string]> {
  const env = { MCPEVAL_HOME: home.path, RUST_BACKTRACE: "0" };
  const { code, stdout, stderr } = await run([REFERENCE ?? ""], ["index", ...args], { env });
  return [code, stdout, stderr.split("\n")[0] ?? ""];
}

function compare(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: REFERENCE === undefined, fn });
}

const step = fc.tuple(
  fc.constantFrom("calls-1.jsonl", "calls-2.jsonl", "calls-2.jsonl"),
  fc.array(callRecord, { minLength: 1, maxLength: 30 }),
  fc.array(annotationRecord, { maxLength: 5 }),
);

compare("both make the same index of the same journals, at once and in steps", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 4 }), async (steps) => {
      await using ours = await homeWith();
      await using other = await homeWith();
      for (const [name, calls, annotations] of steps) {
        for (const home of [ours, other]) {
          await append(home, name, lines(...calls));
          // The reference does not note empty journals among its sources.
          if (annotations.length > 0) {
            await append(home, "annotations-1.jsonl", lines(...annotations));
          }
        }
        const counts = await indexed(ours);
        const { calls: rows, failures, annotations: notes, replays } = counts;
        const replayed = replays === 0 ? "" : `counted ${replays} identical event replays once`;
        assert.deepEqual(await theirs(other), [
          0,
          `indexed ${rows} calls, ${failures} failures, ${notes} annotations\n`,
          replayed,
        ]);
        assert.deepEqual(dump(ours), dump(other));
      }
      await indexed(ours, true);
      assert.deepEqual(dump(ours), dump(other));
    }),
    { numRuns: 15, seed: 8 },
  );
});

compare("each takes up a home that the other has indexed", async () => {
  const name = "calls-1.jsonl";
  await using home = await homeWith({ [name]: lines(captured(1, 1), captured(1, 2)) });
  assert.equal((await theirs(home))[0], 0);
  const before = dump(home);
  assert.equal((await indexed(home)).calls, 2);
  assert.deepEqual(dump(home), before);
  await append(home, name, lines(captured(1, 3)));
  assert.deepEqual(await theirs(home), [
    0,
    "indexed 3 calls, 0 failures, 0 annotations\n",
    "",
  ]);
  assert.equal((await indexed(home)).calls, 3);
  assert.deepEqual(dump(home)["calls"]?.slice(0, 2), before["calls"]);
});

compare("both refuse the same journals", async () => {
  const contradictions = [
    { ...captured(1, 1), latency_ms: 4 },
    captured(1, 1, { identity: { capture_id: uuid(1), event_id: uuid(9) } }),
    captured(1, 2, { server: "other" }),
    captured(1, 2, { identity: { capture_id: uuid(1) } }),
    captured(1, 2, { outcome: 1 }),
    "{",
    "[]",
    "\u00a0",
    "x".repeat(4_194_304),
  ];
  for (const line of contradictions) {
    await using home = await homeWith({ "calls-1.jsonl": lines(captured(1, 1), line) });
    assert.equal((await theirs(home))[0], 3);
    assert.match(await refused(home), /^~\/store\/calls-1\.jsonl line 2 /);
  }
});
