import assert from "node:assert/strict";
import { agentInput, agentOutput } from "../../shim/streams.ts";

Deno.test("a write that takes a part only goes on with the rest", async () => {
  const written: string[] = [];
  const output = agentOutput({
    write(bytes) {
      const part = bytes.subarray(0, 2);
      written.push(new TextDecoder().decode(part));
      return Promise.resolve(part.length);
    },
  });
  await output.write(new TextEncoder().encode("abcde"));
  assert.deepEqual(written, ["ab", "cd", "e"]);
});

Deno.test("what the agent sends is read, its end is told", async () => {
  const counts = [3, null];
  const input = agentInput({
    read(buffer) {
      buffer.fill(0x61);
      return Promise.resolve(counts.shift() ?? null);
    },
  });
  assert.equal(new TextDecoder().decode((await input.read()) ?? undefined), "aaa");
  assert.equal(await input.read(), null);
});
