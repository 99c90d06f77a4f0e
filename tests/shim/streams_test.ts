import assert from "node:assert/strict";
import { agentEnds } from "../../shim/streams.ts";

/** An agent that the test plays: what it sends, and how what it gets was written. */
function agent() {
  const written: string[] = [];
  const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  let delay = 0;
  const { input, output } = agentEnds(
    {
      read(buffer) {
        buffer[0] = 0x0a;
        return Promise.resolve(1);
      },
    },
    {
      write(bytes) {
        // In two parts, as a pipe may take it.
        const part = bytes.subarray(0, Math.ceil(bytes.length / 2));
        written.push(`later ${text(part)}`);
        return Promise.resolve(part.length);
      },
      writeSync(bytes) {
        const end = performance.now() + delay;
        while (performance.now() < end);
        written.push(`now ${text(bytes)}`);
        return bytes.length;
      },
    },
  );
  return {
    ask: () => input.read(),
    /** Passes an answer on; how it was written. */
    async answer(message = "m") {
      written.length = 0;
      await output.write(new TextEncoder().encode(message));
      return written.map((each) => each.slice(0, 20));
    },
    delayBy: (ms: number) => void (delay = ms),
  };
}

type Agent = ReturnType<typeof agent>;

async function takeTurns({ ask, answer }: Agent, turns: number): Promise<string[]> {
  const ways: string[] = [];
  for (let turn = 0; turn < turns; turn++) {
    await ask();
    ways.push(...await answer());
  }
  return ways;
}

Deno.test("only an agent that has waited for eight answers gets the next ones at once", async () => {
  const waiting = agent();
  assert.deepEqual(await takeTurns(waiting, 10), [...Array(8).fill("later m"), "now m", "now m"]);
});

Deno.test("whatever is no turn ends that", async () => {
  const ahead = agent();
  await takeTurns(ahead, 9);
  await ahead.ask();
  await ahead.ask();
  assert.deepEqual(await ahead.answer("ab"), ["later a", "later b"], "two requests at once");
  assert.deepEqual((await takeTurns(ahead, 9)).at(-1), "now m");
  await ahead.ask();
  await ahead.answer();
  assert.deepEqual(await ahead.answer(), ["later m"], "a message that nobody asked for");
  await takeTurns(ahead, 9);
  await ahead.ask();
  assert.equal((await ahead.answer("x".repeat(4_097)))[0], "later xxxxxxxxxxxxxx", "a long answer");
});

Deno.test("an agent that has let the pipe run full never gets an answer at once again", async () => {
  const slow = agent();
  slow.delayBy(60);
  assert.equal((await takeTurns(slow, 9)).at(-1), "now m");
  assert.deepEqual(await takeTurns(slow, 10), Array(10).fill("later m"));
});

Deno.test("the end of the input is told", async () => {
  const { input } = agentEnds(
    { read: () => Promise.resolve(null) },
    { write: () => Promise.reject(new Error()), writeSync: () => 0 },
  );
  assert.equal(await input.read(), null);
});
