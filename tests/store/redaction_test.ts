import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeRecord } from "../../store/record-line.ts";
import { holdsAnnotations, isCleanBlock, sweepLine } from "../../store/redaction.ts";
import { sampleCall } from "./samples.ts";

const flagged = (line: string) => sweepLine(line, false).flagged;
const long = "x".repeat(129);

Deno.test("an address is flagged: a word character on either side of an at sign", () => {
  for (const line of ["a@b", "é@é", "_@9", "a@\u0301", "a@\u200d", '{"k@b":1}', "x a@b y"]) {
    assert.ok(flagged(line), line);
  }
  for (const line of ["a@-", "-@a", "a @b", "a@@b", "@", '"a\\u0040b"']) {
    assert.ok(!flagged(line), line);
  }
});

Deno.test("places and secrets are flagged, in any ASCII case, keys included", () => {
  for (const line of ["/Users/x", "/HOME/", "xtoken=", "TOKEN=", '{"passWord":1}']) {
    assert.ok(flagged(line), line);
  }
  for (
    const line of ["/home", "home/", "token =", "pa\u017f\u017fword", "to\u212aen=", "pass word"]
  ) {
    assert.ok(!flagged(line), line);
  }
});

Deno.test("a string value over 128 bytes is flagged unless it is a token", () => {
  const json = (value: unknown) => flagged(JSON.stringify(value));
  assert.ok(!json("x".repeat(128)));
  assert.ok(json(long));
  assert.ok(json("é".repeat(65)));
  assert.ok(json({ a: [{ b: long }] }));
  assert.ok(!json({ [long]: 1 }));
  const host = (...labels: number[]) => labels.map((length) => "a".repeat(length)).join(".");
  for (
    const kept of [
      `enum:${"x y".repeat(60)}`,
      `num:${"1".repeat(400)}`,
      `num:-1.${"5".repeat(150)}e9`,
    ]
  ) {
    assert.ok(!json(kept), kept);
  }
  assert.ok(!json(`url:${host(63, 63, 63)}`));
  assert.ok(!json(`url:${host(63, 63, 63, 61)}`));
  for (
    const content of [
      `url:${host(64, 63)}`,
      `url:${host(63, 63, 63, 62)}`,
      `url:${host(63)}..${host(63, 63)}`,
      `url:${host(63, 63, 63)}.`,
      `url:${"a_".repeat(65)}`,
      `num:1${"0".repeat(150)}x`,
      `num:0${"1".repeat(150)}`,
      `str<8${" ".repeat(150)}`,
      `uuid${long}`,
      `bool:true${long}`,
    ]
  ) assert.ok(json(content), content);
});

Deno.test("long text that is no JSON value is not looked for", () => {
  for (const line of [long, `"${long}" z`, `\ufeff"${long}"`, `[1e999,"${long}"]`]) {
    assert.ok(!flagged(line), line);
  }
  assert.ok(flagged(` "${long}" `));
  assert.ok(flagged(`${"[".repeat(127)}"${long}"${"]".repeat(127)}`));
});

Deno.test("of an annotation everything but its own note is looked at", () => {
  const sweep = (line: string) => sweepLine(line, true);
  assert.deepEqual(sweep('{"note":"a@b"}'), { flagged: false, hasNote: true });
  assert.deepEqual(sweep(`{"note":"${long}"}`), { flagged: false, hasNote: true });
  assert.deepEqual(sweep('{"note":"a@b","x":"c@d"}'), { flagged: true, hasNote: true });
  assert.deepEqual(sweep('{"note":"x","k":"a\\u0040b"}'), { flagged: true, hasNote: true });
  assert.deepEqual(sweep('{"x":{"note":"a@b"}}'), { flagged: true, hasNote: false });
  assert.deepEqual(sweep('["note","a@b"]'), { flagged: true, hasNote: false });
  assert.deepEqual(sweep('{"note":"a@b"'), { flagged: true, hasNote: false });
  for (const note of ['""', '"  "', '"\\u00a0\\u3000\\n"', "5", "null"]) {
    assert.deepEqual(sweep(`{"note":${note}}`), { flagged: false, hasNote: false });
  }
  assert.deepEqual(sweepLine('{"note":"a@b"}', false), { flagged: true, hasNote: false });
});

Deno.test("files of annotations are known by their name", () => {
  assert.ok(holdsAnnotations("annotations-2026-03-04.jsonl"));
  assert.ok(!holdsAnnotations("annotations.jsonl"));
  assert.ok(!holdsAnnotations("calls-annotations-.jsonl"));
});

const isClean = (text: string) =>
  isCleanBlock({ number: 1, bytes: new TextEncoder().encode(text), ended: true });

Deno.test("a glance is enough for records, and for nothing that looks like content", () => {
  const record = new TextDecoder().decode(encodeRecord(sampleCall({ keys: 30 })));
  assert.ok(isClean(record.repeat(100)));
  const rest = "x".repeat(128);
  assert.ok(isClean(`{"a":"${rest}"}\n`));
  for (const sign of ["a@b", "/HOME/", "Token=", "passWord", "é", "\\n", `${rest}x`]) {
    assert.ok(!isClean(`${record}{"a":"${sign}"}\n${record}`), sign);
  }
  assert.ok(!isCleanBlock({ number: 1, bytes: Uint8Array.of(0xff, 0x0a), ended: true }));
});

Deno.test("property: what a glance finds clean, the sweep of each line finds clean", () => {
  const part = fc.oneof(
    fc.constantFrom(...'{}[]:,"\\ \n', "@", "/home/", "/users", "token", "=", "word", "pass"),
    fc.constantFrom('"', '":"', "\\u0040", "é", '\\"', "num:1", "enum:"),
    fc.nat(140).map((length) => "x".repeat(length)),
    fc.json({ maxDepth: 2 }),
  );
  const text = fc.array(part, { maxLength: 12 }).map((parts) => parts.join(""));
  let clean = 0;
  fc.assert(
    fc.property(fc.oneof(text, text.map((each) => JSON.stringify({ a: each }))), (lines) => {
      if (!isClean(lines)) return;
      clean++;
      for (const line of lines.split("\n")) assert.ok(!flagged(line), line);
    }),
    { numRuns: 5_000 },
  );
  assert.ok(clean > 200, `${clean} texts were clean`);
});
