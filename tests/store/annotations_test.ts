import assert from "node:assert/strict";
import fc from "fast-check";
import { noteProblem } from "../../core/annotations.ts";
import { type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { appendAnnotation, projectAnnotation } from "../../store/annotations.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { tempFolder } from "../cli/run.ts";
import { anyJson, anyText } from "../capture/json.ts";

const BY_EVENT: JsonObject = {
  ts: "2026-03-04T05:06:07.089Z",
  event_id: "0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d",
  kind: "workaround",
  note: "x",
};
const BY_SEQ: JsonObject = {
  ts: "2026-03-04T05:06:07.089Z",
  session: `session:${"0".repeat(64)}`,
  seq: 1,
  kind: "false-success",
  note: "",
};

function encoded(annotation: Json): string | null {
  const projected = projectAnnotation(annotation);
  return projected && new TextDecoder().decode(encodeRecord(projected));
}

Deno.test("an annotation names its call in one of two ways, in the order of the file", () => {
  assert.equal(encoded(BY_EVENT), JSON.stringify(BY_EVENT) + "\n");
  assert.equal(encoded(BY_SEQ), JSON.stringify(BY_SEQ) + "\n");
  const reversed = (record: JsonObject) => Object.fromEntries(Object.entries(record).reverse());
  assert.equal(encoded(reversed(BY_SEQ)), JSON.stringify(BY_SEQ) + "\n");
  assert.equal(encoded({ ...BY_EVENT, session: null, seq: null }), JSON.stringify(BY_EVENT) + "\n");
});

Deno.test("what breaks its grammar is replaced, what is unknown dropped", () => {
  const member = (change: JsonObject, name: string) =>
    (projectAnnotation({ ...BY_SEQ, ...change }) as unknown as JsonObject)[name];
  assert.equal(member({ kind: "rant" }, "kind"), "invalid");
  assert.equal(member({ note: "a\nb\u007f\u0085c" }, "note"), "abc");
  assert.equal(member({ note: "😀".repeat(241) }, "note"), "😀".repeat(240));
  assert.equal(member({ ts: "now" }, "ts"), "unknown");
  assert.equal(member({ extra: 1 }, "extra"), undefined);
  assert.equal(member({ seq: 2n ** 64n - 1n }, "seq"), 18446744073709551615n);
  assert.equal(
    member({ session: "sess-1" }, "session"),
    "session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c",
  );
  const upper = { ...BY_EVENT, event_id: "0A1B2C3D-4E5F-4A6B-8C7D-9E8F7A6B5C4D" };
  assert.equal(encoded(upper), JSON.stringify(BY_EVENT) + "\n");
});

Deno.test("a call that is named by halves, twice or not at all: no annotation", () => {
  const { seq: _, ...onlySession } = BY_SEQ;
  const { session: __, ...onlySeq } = BY_SEQ;
  const { event_id: ___, ...none } = BY_EVENT;
  const bad: Json[] = [
    ...[onlySession, onlySeq, none, { ...BY_SEQ, ...BY_EVENT }, { ...BY_EVENT, seq: 1 }],
    ...[{ ...BY_EVENT, event_id: "x" }, { ...BY_SEQ, seq: -1 }, { ...BY_SEQ, seq: 0.5 }],
    ...[{ ...BY_EVENT, note: 5 }, { ...BY_EVENT, kind: null }, { ...BY_EVENT, ts: 1 }],
    ...[{ ...BY_EVENT, event_id: "0a1b2c3d-4e5f-1a6b-8c7d-9e8f7a6b5c4d" }],
    ...[null, [], "x"],
  ];
  for (const annotation of bad) assert.equal(projectAnnotation(annotation), null);
});

Deno.test("projecting twice is projecting once", () => {
  const fuzzed = fc.record({
    ts: anyText(),
    session: fc.option(anyText()),
    event_id: fc.constantFrom(null, BY_EVENT["event_id"] ?? null),
    seq: fc.option(fc.nat()),
    kind: anyText(),
    note: fc.string({ unit: "binary", maxLength: 300 }),
    extra: anyJson(),
  });
  fc.assert(fc.property(fuzzed, (annotation) => {
    const once = encoded(annotation);
    if (once !== null) assert.equal(encoded(parseJson(once)), once);
  }));
});

Deno.test("a note has at most 240 characters and no control character", () => {
  assert.equal(noteProblem(""), null);
  assert.equal(noteProblem("é".repeat(240)), null);
  assert.equal(noteProblem("😀".repeat(240)), null);
  assert.equal(noteProblem("a\u2028\ufeff\u200bb"), null);
  assert.equal(noteProblem("é".repeat(241)), "too-long");
  for (const control of ["\n", "\t", "\u0000", "\u007f", "\u0085"]) {
    assert.equal(noteProblem(`a${control}b`), "control-character");
  }
});

Deno.test("an annotation is appended to the journal of its day, in a home made for it", async () => {
  await using folder = await tempFolder();
  const home = folder.file("a/home");
  for (const annotation of [BY_EVENT, BY_SEQ]) {
    assert.deepEqual(await appendAnnotation(home, annotation), { ok: true, value: null });
  }
  assert.equal(
    await Deno.readTextFile(`${home}/store/annotations-2026-03-04.jsonl`),
    `${JSON.stringify(BY_EVENT)}\n${JSON.stringify(BY_SEQ)}\n`,
  );
  const refused = await appendAnnotation(home, { ...BY_EVENT, seq: 1 });
  assert.deepEqual(refused, {
    ok: false,
    failure: { exit: 3, message: "an annotation breaks its grammar", causes: [] },
  });
});
