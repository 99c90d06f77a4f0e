/** Arbitrary journals in which most calls belong to few issues. */

import fc from "fast-check";
import {
  type CallOptions,
  type Journal,
  journalOf,
  NOW,
  OTHER_TEMPLATE,
  TEMPLATE,
} from "./journal.ts";

const MS = 1_000;
const MONTH = 30 * 86_400 * MS;

/** In UTC or with an offset, with 0, 3 or 6 decimals. */
const timestamp = fc.record({
  age: fc.integer({ min: 1, max: MONTH }),
  decimals: fc.constantFrom("", ".000", ".250", ".123456"),
  zone: fc.constantFrom("Z", "+02:00"),
}).map(({ age, decimals, zone }) =>
  `${new Date(NOW.getTime() - age).toISOString().slice(0, 19)}${decimals}${zone}`
);

const call: fc.Arbitrary<CallOptions> = fc.record({
  server: fc.constant("demo"),
  tool: fc.constantFrom("save", "save", "click", null),
  method: fc.constantFrom("tools/call", "tools/call", "tools/call", "tools/list"),
  outcome: fc.constantFrom("ok", "ok", "error", "error", "unknown"),
  kind: fc.constantFrom("real", "real", "real", "synthetic"),
  code: fc.oneof(
    { weight: 5, arbitrary: fc.constant(-7) },
    { weight: 1, arbitrary: fc.constantFrom("E1", -1, Object(1), null, undefined) },
  ),
  template: fc.constantFrom(TEMPLATE, TEMPLATE, OTHER_TEMPLATE, null),
  retryable: fc.constantFrom(true, true, true, false, undefined),
  args: fc.constantFrom<CallOptions["args"][]>({ a: "str<8" }, { b: "num:5" }, undefined),
  ts: timestamp,
  observed: fc.oneof(
    { weight: 6, arbitrary: fc.constant([]) },
    {
      weight: 1,
      arbitrary: fc.subarray(["false-success", "blocked-optimal-path", "workaround"]),
    },
  ),
});

/** Journals of up to five sessions with up to 25 calls each. */
export const journals: fc.Arbitrary<Journal> = fc.array(
  fc.array(call, { minLength: 1, maxLength: 25 }),
  { minLength: 1, maxLength: 5 },
).map((captures) => journalOf(captures));
