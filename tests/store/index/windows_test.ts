import assert from "node:assert/strict";
import type { TempFolder } from "../../cli/run.ts";
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
