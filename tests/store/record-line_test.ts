import assert from "node:assert/strict";
import { encodeRecord, RecordTooLarge } from "../../store/record-line.ts";

const text = (record: object) => new TextDecoder().decode(encodeRecord(record));

Deno.test("members keep their order, those of shapes are sorted by bytes", () => {
  assert.equal(
    text({
      seq: 1,
      identity: { event_id: "e", capture_id: "c" },
      args: { b: "null", a: { z: "uuid", Z: "empty" } },
      error: { kind: "k", code: { array: 2 } },
    }),
    '{"seq":1,"identity":{"event_id":"e","capture_id":"c"},' +
      '"args":{"a":{"Z":"empty","z":"uuid"},"b":"null"},"error":{"kind":"k","code":{"array":2}}}\n',
  );
});

Deno.test("numbers keep their kind", () => {
  const numbers = { a: 1, b: 18446744073709551615n, c: Object(1), d: -0, e: 0.5 };
  assert.equal(text(numbers), '{"a":1,"b":18446744073709551615,"c":1.0,"d":-0.0,"e":0.5}\n');
});

Deno.test("the limit of 4 MiB counts encoded bytes and the line feed", () => {
  const overhead = '{"note":""}\n'.length;
  assert.equal(encodeRecord({ note: "x".repeat(4_194_304 - overhead) }).length, 4_194_304);
  assert.throws(() => encodeRecord({ note: "x".repeat(4_194_305 - overhead) }), RecordTooLarge);
  assert.throws(() => encodeRecord({ note: "é".repeat(2_097_152) }), RecordTooLarge);
});
