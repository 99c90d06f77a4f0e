import assert from "node:assert/strict";
import fc from "fast-check";
import type { TempFolder } from "../../cli/run.ts";
import { change } from "../findings/journal.ts";
import { append, call, captured, homeWith, indexed, lines, select, session } from "./home.ts";

const FAILED = { outcome: "error", error: { code: -1 } };

/** `failure: offset neighbour, …` of each failure, by row ids. */
function windows(home: TempFolder): string[] {
  const found = new Map<unknown, string[]>();
  for (const row of select(home, "SELECT * FROM windows ORDER BY failure_id, offset")) {
    const { failure_id, neighbour_id, offset } = row;
    const listed = found.get(failure_id) ?? [];
    found.set(failure_id, [...listed, `${offset} ${neighbour_id}`]);
  }
  return [...found].map(([failure, neighbours]) => `${failure}: ${neighbours.join(", ")}`);
}

/** Calls 1 to `count` of a capture, of which the given ones fail. */
function run(capture: number, count: number, failing: readonly number[]) {
  return Array.from(
    { length: count },
    (_, index) => captured(capture, index + 1, failing.includes(index + 1) ? FAILED : {}),
  );
}

Deno.test("a failure has the five calls before and the three after it around it", async () => {
  await using home = await homeWith({ "calls-1.jsonl": lines(...run(1, 12, [7])) });
  await indexed(home);
  assert.deepEqual(windows(home), ["7: -5 2, -4 3, -3 4, -2 5, -1 6, 1 8, 2 9, 3 10"]);
});

Deno.test("at the ends of a capture there are fewer, and failures stand around failures", async () => {
  await using home = await homeWith({ "calls-1.jsonl": lines(...run(1, 4, [1, 4])) });
  await indexed(home);
  assert.deepEqual(windows(home), ["1: 1 2, 2 3, 3 4", "4: -3 1, -2 2, -1 3"]);
});

Deno.test("calls of every method, kind and outcome count, by rank, not by number", async () => {
  await using home = await homeWith({
    "calls-1.jsonl": lines(
      captured(1, 10, { method: "ping", tool: undefined }),
      captured(1, 900, FAILED),
      captured(1, 40, { kind: "synthetic" }),
      captured(1, 20, { outcome: "unparsed", method: "unparsed/inbound" }),
      captured(1, 950, { outcome: "unknown" }),
    ),
  });
  await indexed(home);
  assert.deepEqual(windows(home), ["2: -3 1, -2 4, -1 3, 1 5"]);
});

Deno.test("nothing crosses captures, even in one session", async () => {
  const shared = { session: session(1) };
  await using home = await homeWith({
    "calls-1.jsonl": lines(
      captured(1, 1, shared),
      captured(2, 1, shared),
      call({ seq: 2 }),
      captured(1, 2, { ...shared, ...FAILED }),
      captured(2, 2, { ...shared, ...FAILED }),
    ),
  });
  await indexed(home);
  assert.deepEqual(windows(home), ["4: -1 1", "5: -1 2"]);
});

Deno.test("legacy calls stand together by session and server", async () => {
  await using home = await homeWith({
    "calls-1.jsonl": lines(
      call({ seq: 2, ...FAILED }),
      call({ seq: 1 }),
      call({ seq: 1, server: "other" }),
      call({ seq: 3, server: "other", ...FAILED }),
      call({ seq: 2, session: session(2) }),
    ),
  });
  await indexed(home);
  assert.deepEqual(windows(home), ["1: -1 2", "4: -1 3"]);
});

Deno.test("a legacy pair in which a number repeats has no windows, also when that comes later", async () => {
  const name = "calls-1.jsonl";
  await using home = await homeWith({
    [name]: lines(call({ seq: 1 }), call({ seq: 2, ...FAILED }), ...run(1, 2, [2])),
  });
  await indexed(home);
  assert.deepEqual(windows(home), ["2: -1 1", "4: -1 3"]);
  await append(home, name, lines(call({ seq: 1 })));
  await indexed(home);
  assert.deepEqual(windows(home), ["4: -1 3"]);
});

Deno.test("windows change with calls that come later, and only theirs do", async () => {
  const name = "calls-1.jsonl";
  await using home = await homeWith({ [name]: lines(...run(1, 2, [2]), ...run(2, 2, [2])) });
  await indexed(home);
  assert.deepEqual(windows(home), ["2: -1 1", "4: -1 3"]);
  await append(home, name, lines(captured(1, 4), captured(1, 3)));
  await indexed(home);
  assert.deepEqual(windows(home), ["2: -1 1, 1 6, 2 5", "4: -1 3"]);
});

Deno.test("in whatever order calls come, the windows are those of a rebuild", async () => {
  /** Calls of two captures and some without, in any order, in parts that are indexed one by one. */
  const parts = fc.record({
    calls: fc.shuffledSubarray(
      Array.from({ length: 60 }, (_, index) => ({ capture: index % 3, seq: 7 * (index % 20) })),
      { minLength: 20 },
    ),
    failing: fc.integer({ min: 1, max: 4 }),
    cuts: fc.array(fc.integer({ min: 1, max: 25 }), { minLength: 3, maxLength: 8 }),
  });
  await fc.assert(
    fc.asyncProperty(parts, async ({ calls, failing, cuts }) => {
      await using home = await homeWith();
      const records = calls.map(({ capture, seq }) => {
        const given = seq % (failing + 1) === 0 ? FAILED : {};
        return capture === 0 ? call({ seq, ...given }) : captured(capture, seq, given);
      });
      for (const cut of [...cuts, records.length]) {
        await append(home, "calls-1.jsonl", lines(...records.splice(0, cut)));
        await indexed(home);
      }
      const refreshed = windows(home);
      await indexed(home, true);
      assert.deepEqual(windows(home), refreshed);
    }),
    { numRuns: 30 },
  );
});

Deno.test("a capture of many calls takes no longer than many captures", async () => {
  const count = 10_000;
  const timeWith = async (captures: number) => {
    const calls = Array.from(
      { length: count },
      (_, index) => captured(index % captures, Math.floor(index / captures), FAILED),
    );
    await using home = await homeWith({ "calls-1.jsonl": lines(...calls) });
    const start = performance.now();
    await indexed(home);
    return performance.now() - start;
  };
  await timeWith(100);
  const many = await timeWith(100);
  assert.ok(await timeWith(1) < 4 * many);
});

Deno.test("a refresh leaves the windows that new calls do not reach", async () => {
  const name = "calls-1.jsonl";
  const calls = run(1, 40, [1, 20, 37, 38, 42]);
  await using home = await homeWith({ [name]: lines(...calls) });
  await indexed(home);
  // What is made anew loses its mark.
  change(home.file("index.db"), 'UPDATE windows SET "offset" = 9');
  await append(home, name, lines(captured(1, 42, FAILED), captured(1, 41)));
  await indexed(home);
  assert.deepEqual(
    windows(home).map((each) => [each.split(":")[0], each.includes(" 9 ")]),
    [["1", true], ["20", true], ["37", true], ["38", false], ["41", false]],
  );
});
