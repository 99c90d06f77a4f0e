/** Arbitrary records of which no two contradict each other, though some repeat. */

import fc from "fast-check";
import { call, captured, session, uuid } from "./home.ts";

const outcome = fc.constantFrom(
  { outcome: "ok" },
  { outcome: "ok" },
  { outcome: "error", error: { code: -1, template: "{message}", template_id: "0123456789abcdef" } },
  { outcome: "error", error: { code: "E1", retryable: true } },
  { outcome: "unknown" },
  { outcome: "unparsed", method: "unparsed/inbound", tool: undefined, latency_ms: undefined },
);

/** Equal numbers give an equal record, so that every repetition is a replay. */
const modern = fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 40 }))
  .map(([capture, seq]) => {
    const failed = (capture + seq) % 3 === 0;
    const error = { code: seq % 2 === 0 ? "E2" : -32000, layer: "str<8" };
    return captured(capture, seq, {
      session: session(capture % 2),
      args: seq % 4 === 0 ? undefined : { a: `str<8`, n: `num:${seq % 4}` },
      kind: seq % 5 === 0 ? "synthetic" : "real",
      ...(failed ? { outcome: "error", error } : {}),
    });
  });

const legacy = fc.tuple(fc.integer({ min: 1, max: 30 }), fc.constantFrom("demo", "b c"), outcome)
  .map(([seq, server, rest]) => call({ seq, server, session: session(seq % 2), ...rest }));

/** A record of the call journal. */
export const callRecord: fc.Arbitrary<Record<string, unknown>> = fc.oneof(
  { weight: 4, arbitrary: modern },
  { weight: 1, arbitrary: legacy },
);

/** A record of an annotation journal. */
export const annotationRecord: fc.Arbitrary<Record<string, unknown>> = fc.tuple(
  fc.oneof(
    fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 1, max: 45 }))
      .map(([capture, seq]) => ({ event_id: uuid(1_000 * capture + seq) })),
    fc.tuple(fc.integer({ min: 0, max: 1 }), fc.integer({ min: 1, max: 45 }))
      .map(([number, seq]) => ({ session: session(number), seq })),
  ),
  fc.constantFrom("workaround", "false-success", "secret"),
).map(([reference, kind]) => ({ ts: "2026-03-04T05:06:07.089Z", ...reference, kind, note: "é" }));
