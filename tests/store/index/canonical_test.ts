import assert from "node:assert/strict";
import fc from "fast-check";
import { parseJson } from "../../../core/mcp/json.ts";
import { anyJson } from "../../capture/json.ts";
import { makeRecognizer } from "../../../store/index/canonical.ts";
import { rowOf } from "../../../store/index/row.ts";
import { projectCall, type StoredCall } from "../../../store/project.ts";
import { encodeRecord } from "../../../store/record-line.ts";
import { call, captured, lines, session } from "./home.ts";

function project(line: string): StoredCall {
  const stored = projectCall(parseJson(line));
  assert.ok(stored !== null);
  return stored;
}

/** The line of a record as it is, with its line feed. */
function raw(record: Record<string, unknown>): string {
  const given = Object.entries(record).filter(([, value]) => value !== undefined);
  return new TextDecoder().decode(encodeRecord(Object.fromEntries(given)));
}

/** The canonical line of a record, with its line feed. */
function canonical(record: Record<string, unknown>): string {
  return new TextDecoder().decode(encodeRecord(project(raw(record))));
}

Deno.test("a canonical line is recognized once its arguments and its error were seen", () => {
  const { recognize, learn } = makeRecognizer();
  const line = canonical(captured(1, 2, {
    args: { path: "str<32" },
    outcome: "error",
    error: { code: "E1", template: "{message}", template_id: "0123456789abcdef" },
  }));
  assert.equal(recognize(line, 0), null);
  assert.deepEqual(learn(project(line)), rowOf(project(line)));
  const next = line.replace('"seq":2', '"seq":3');
  assert.deepEqual(recognize(`x${next}y`, 1), { ...rowOf(project(line)), seq: 3 });
  assert.deepEqual(recognize(canonical(call({ ts: "2024-12-31T23:59:59.999Z" })), 0), {
    capture: null,
    event: null,
    ts: "2024-12-31T23:59:59.999Z",
    session: session(1),
    seq: 1,
    server: "demo",
    method: "tools/call",
    tool: "save",
    latency: 3,
    outcome: "ok",
    error: [null, null, null, null],
    args: null,
    kind: "real",
  });
});

/** Members that break their grammar, and some that do not. */
const given = fc.record({
  ts: fc.constantFrom(
    "2026-02-28T00:00:00.000Z",
    "2026-02-29T00:00:00.000Z",
    "2026-04-31T00:00:00.000Z",
    "2026-03-04T24:00:00.000Z",
    "2026-03-04T05:06:07Z",
    "2026-00-04T05:06:07.089Z",
  ),
  session: fc.constantFrom(session(1), session(1).toUpperCase(), "s"),
  seq: fc.constantFrom(0, 1, 999_999_999_999_999, 2 ** 53 - 1),
  server: fc.constantFrom("demo", "a b", "a".repeat(128), "a".repeat(129), ""),
  method: fc.constantFrom("tools/call", "a//b", "a/", `a/${"b".repeat(127)}`, "a".repeat(128)),
  tool: fc.constantFrom(undefined, null, "save", "a b", 'a"b', "é"),
  args: fc.oneof(fc.constant(undefined), anyJson()),
  latency_ms: fc.constantFrom(undefined, null, 0, 17),
  outcome: fc.constantFrom("ok", "error", "unknown", "unparsed", "secret"),
  error: fc.oneof(
    fc.constant(undefined),
    fc.record({ code: anyJson(), layer: fc.constantFrom("str<8", "secret") }),
    fc.record({ retryable: fc.boolean(), template_id: fc.constantFrom("0".repeat(16), "x") }),
  ),
  kind: fc.constantFrom("real", "synthetic", "unparsed", "secret"),
}, { noNullPrototype: true });

Deno.test("no line is recognized as another row than its projection's", () => {
  let recognized = 0;
  fc.assert(
    fc.property(fc.array(given, { minLength: 2, maxLength: 6 }), (records) => {
      const { recognize, learn } = makeRecognizer();
      const texts = records.map(call).flatMap((record) => [raw(record), canonical(record)]);
      for (const text of [...texts, ...texts]) {
        const stored = project(text);
        const row = recognize(text, 0);
        if (row !== null) {
          recognized++;
          assert.deepEqual(row, rowOf(stored));
          assert.equal(new TextDecoder().decode(encodeRecord(stored)), text);
        } else if (new TextDecoder().decode(encodeRecord(stored)) === text) learn(stored);
      }
    }),
    { numRuns: 2_000 },
  );
  assert.ok(recognized > 500, `${recognized} lines`);
});

Deno.test("what looks like the rest of a record within arguments is no end of them", () => {
  const { recognize, learn } = makeRecognizer();
  learn(project(canonical(call({ args: { a: "str<8" } }))));
  const inner = '{"a":"str<8"},"outcome":"ok","shim_self_us":5,"kind":"real"}';
  const line = lines(call({ args: "X" })).replace('"X"', `{"x":${inner},"y":{}}`);
  assert.equal(recognize(line, 0), null);
});
