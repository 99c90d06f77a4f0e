import assert from "node:assert/strict";
import { type Direction, type Frame, openObservation } from "../../shim/observation.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const textOf = ({ bytes }: Frame) => new TextDecoder().decode(bytes);
const NO_PRESSURE = () => null;

/** Waits until so many frames were looked at. */
async function looked(frames: readonly unknown[], count: number): Promise<void> {
  while (frames.length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

Deno.test("frames are looked at one by one, in the order in which they were read", async () => {
  const observation = openObservation(NO_PRESSURE);
  const seen: [Direction, string, boolean][] = [];
  const [out, into] = [observation.tap("outbound"), observation.tap("inbound")];
  const first = out.admit(bytes("a\n\nb\n"));
  const second = into.admit(bytes("c\n"));
  const third = out.admit(bytes("d"));
  observation.start((frame) => seen.push([frame.direction, textOf(frame), frame.first]));
  // Passed on in another order: nothing is looked at before what was read before it.
  second(true);
  third(true);
  observation.catchUp();
  assert.deepEqual(seen, []);
  first(true);
  await looked(seen, 5);
  assert.deepEqual(seen, [
    ["outbound", "a", true],
    ["outbound", "", false],
    ["outbound", "b", false],
    ["inbound", "c", true],
    ["outbound", "d", false],
  ]);
});

Deno.test("what was not passed on is not looked at, and holds nothing up", () => {
  const observation = openObservation(NO_PRESSURE);
  const seen: string[] = [];
  observation.start((frame) => seen.push(textOf(frame)));
  const tap = observation.tap("inbound");
  const [lost, passed] = [tap.admit(bytes("lost\n")), tap.admit(bytes("passed\n"))];
  passed(true);
  lost(false);
  observation.catchUp();
  assert.deepEqual(seen, ["passed"]);
});

Deno.test("nothing is looked at in the time of passing on", async () => {
  const observation = openObservation(NO_PRESSURE);
  const seen: string[] = [];
  observation.start((frame) => seen.push(textOf(frame)));
  observation.tap("inbound").admit(bytes("a\n"))(true);
  assert.deepEqual(seen, []);
  await looked(seen, 1);
});

Deno.test("too much that waits is looked at before more is read", () => {
  const observation = openObservation(NO_PRESSURE);
  let seen = 0;
  observation.start(() => seen++);
  const tap = observation.tap("outbound");
  // An agent that does not read: this one is never passed on.
  observation.tap("inbound").admit(bytes("stuck\n"));
  const mebibyte = new Uint8Array(1_048_576).fill(0x0a, -1);
  for (let count = 0; count < 8; count++) tap.admit(mebibyte)(true);
  assert.equal(seen, 9);
  tap.admit(mebibyte)(true);
  assert.equal(seen, 9, "the count starts again");
  observation.catchUp();
  assert.equal(seen, 10);
});

Deno.test("the pressure of the journal goes on to the relay", () => {
  const wait = Promise.resolve();
  let pressure: Promise<void> | null = null;
  const observation = openObservation(() => pressure);
  const tap = observation.tap("outbound");
  assert.equal(tap.admit(bytes("a\n"))(true), null);
  pressure = wait;
  assert.equal(tap.admit(bytes("a\n"))(true), wait);
});

Deno.test("a frame knows when it was read and how long passing it on took", async () => {
  const observation = openObservation(NO_PRESSURE);
  const frames: Frame[] = [];
  observation.start((frame) => frames.push(frame));
  const before = performance.now();
  const passed = observation.tap("inbound").admit(bytes("a\n"));
  const after = performance.now();
  await new Promise((resolve) => setTimeout(resolve, 20));
  passed(true);
  observation.catchUp();
  const [{ readAt, forwardMs } = { readAt: 0, forwardMs: 0 }] = frames;
  assert.ok(readAt >= before && readAt <= after);
  assert.ok(forwardMs >= 15);
});
