import assert from "node:assert/strict";
import { openSlots } from "../../shim/http-slots.ts";

Deno.test("places are given out in the order of asking, and no more than there are", async () => {
  const slots = openSlots(2, 2);
  const [first, second] = [await slots.enter(), await slots.enter()];
  const order: string[] = [];
  const third = slots.enter()?.then((leave) => (order.push("third"), leave));
  const fourth = slots.enter()?.then((leave) => (order.push("fourth"), leave));
  assert.equal(slots.enter(), null, "two run and two wait");
  assert.equal(slots.tryEnter(), null);
  first?.();
  first?.();
  const leave = await third;
  assert.deepEqual(order, ["third"]);
  second?.();
  await fourth;
  assert.deepEqual(order, ["third", "fourth"]);
  leave?.();
  assert.notEqual(slots.tryEnter(), null);
});
