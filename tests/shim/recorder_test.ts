import assert from "node:assert/strict";
import type { Outcome } from "../../core/errors.ts";
import type { CallRecord } from "../../core/records.ts";
import { openRecorder } from "../../shim/recorder.ts";

const DONE: Outcome<null> = { ok: true, value: null };
const FULL: Outcome<null> = { ok: false, failure: { exit: 3, message: "disk full", causes: [] } };

/** A record with a number; the rest does not matter here. */
function numbered(seq: number): CallRecord {
  return {
    identity: { capture_id: "c", event_id: "e" },
    ts: "2026-01-01T00:00:00.000Z",
    session: "s",
    seq,
    server: "s",
    method: "ping",
    outcome: "ok",
    shim_self_us: 0,
    kind: "real",
  };
}

/** A journal that answers when it is told to. */
function slowJournal() {
  const batches: number[][] = [];
  let answer: (outcome: Outcome<null>) => void = () => {};
  return {
    batches,
    answer: (outcome: Outcome<null>) => answer(outcome),
    append(records: CallRecord[]) {
      batches.push(records.map(({ seq }) => seq));
      return new Promise<Outcome<null>>((resolve) => {
        answer = resolve;
      });
    },
  };
}

function upTo(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}

Deno.test("records are written in their order, one batch at a time, and none twice", async () => {
  const written: number[] = [];
  let busy = false;
  const recorder = openRecorder({
    async append(records) {
      assert.equal(busy, false);
      busy = true;
      await new Promise((resolve) => setTimeout(resolve, 1));
      written.push(...records.map(({ seq }) => seq));
      busy = false;
      return DONE;
    },
  }, () => assert.fail("nothing fails"));
  for (const seq of upTo(3_000)) recorder.add(numbered(seq));
  assert.equal(await recorder.flush(), true);
  recorder.add(numbered(3_001));
  assert.equal(await recorder.flush(), true);
  assert.deepEqual(written, upTo(3_001));
});

Deno.test("while the journal writes, records wait together", async () => {
  const journal = slowJournal();
  const recorder = openRecorder(journal, () => assert.fail("nothing fails"));
  recorder.add(numbered(1));
  const first = recorder.flush();
  recorder.add(numbered(2));
  recorder.add(numbered(3));
  assert.deepEqual(journal.batches, [[1]]);
  journal.answer(DONE);
  await new Promise((resolve) => setTimeout(resolve, 0));
  assert.deepEqual(journal.batches, [[1], [2, 3]]);
  journal.answer(DONE);
  assert.equal(await first, true);
});

Deno.test("twenty thousand records that wait make their makers wait", async () => {
  const journal = slowJournal();
  const recorder = openRecorder(journal, () => assert.fail("nothing fails"));
  assert.equal(recorder.pressure(), null);
  // The first 512 are on their way.
  for (const seq of upTo(512 + 19_999)) recorder.add(numbered(seq));
  assert.equal(recorder.pressure(), null);
  recorder.add(numbered(20_512));
  const pressure = recorder.pressure();
  assert.notEqual(pressure, null);
  let free = false;
  pressure?.then(() => {
    free = true;
  });
  while (!free) {
    journal.answer(DONE);
    await new Promise((resolve) => setTimeout(resolve, 0));
  }
  assert.equal(recorder.pressure(), null);
  assert.deepEqual(journal.batches.flat(), upTo(20_512));
});

Deno.test("the first failure is told once, and later records are still tried", async () => {
  const reasons: string[] = [];
  const outcomes = [DONE, FULL, FULL, DONE];
  const tried: number[] = [];
  const recorder = openRecorder({
    append(records) {
      tried.push(...records.map(({ seq }) => seq));
      return Promise.resolve(outcomes.shift() ?? DONE);
    },
  }, (reason) => reasons.push(reason));
  const flushed: boolean[] = [];
  for (const seq of upTo(4)) {
    recorder.add(numbered(seq));
    flushed.push(await recorder.flush());
  }
  assert.deepEqual(flushed, [true, false, false, false]);
  assert.deepEqual(reasons, ["disk full"]);
  assert.deepEqual(tried, [1, 2, 3, 4]);
});

Deno.test("a journal that has gone is not waited for", async () => {
  const reasons: string[] = [];
  const journal = slowJournal();
  const recorder = openRecorder(journal, (reason) => reasons.push(reason));
  recorder.add(numbered(1));
  const flushed = recorder.flush();
  recorder.lost();
  assert.equal(await flushed, false);
  recorder.add(numbered(2));
  assert.equal(await recorder.flush(), false);
  assert.deepEqual(journal.batches, [[1]]);
  assert.deepEqual(reasons, ["the journal is gone"]);
});

Deno.test("a journal that throws loses its batch only", async () => {
  const reasons: string[] = [];
  const recorder = openRecorder(
    { append: () => Promise.reject(new Error("SECRET")) },
    (reason) => reasons.push(reason),
  );
  recorder.add(numbered(1));
  assert.equal(await recorder.flush(), false);
  assert.deepEqual(reasons, ["the journal cannot take a record"]);
});
