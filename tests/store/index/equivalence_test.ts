import assert from "node:assert/strict";
import fc from "fast-check";
import { append, dump, homeWith, indexed, lines } from "./home.ts";
import { annotationRecord, callRecord } from "./random.ts";

/** What is appended to one journal between two refreshes. */
const growth = fc.oneof(
  fc.record({
    name: fc.constantFrom("calls-2.jsonl", "calls-3.jsonl", "calls-1.jsonl"),
    records: fc.array(callRecord, { minLength: 1, maxLength: 25 }),
    torn: fc.boolean(),
  }),
  fc.record({
    name: fc.constantFrom("annotations-1.jsonl", "annotations-2.jsonl"),
    records: fc.array(annotationRecord, { minLength: 1, maxLength: 5 }),
    torn: fc.boolean(),
  }),
);

Deno.test("whatever is appended and how often it is refreshed, the index is that of a rebuild", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(growth, { minLength: 1, maxLength: 7 }), async (steps) => {
      await using home = await homeWith();
      const torn = new Map<string, string>();
      for (const step of steps) {
        const text = (torn.get(step.name) ?? "") + lines(...step.records);
        const cut = step.torn ? text.length - 30 : text.length;
        torn.set(step.name, text.slice(cut));
        await append(home, step.name, text.slice(0, cut));
        await indexed(home);
      }
      const refreshed = dump(home);
      await indexed(home, true);
      assert.deepEqual(dump(home), refreshed);
      await Deno.remove(home.file("index.db"));
      await indexed(home);
      assert.deepEqual(dump(home), refreshed);
    }),
    { numRuns: 25 },
  );
});
