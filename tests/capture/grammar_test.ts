import assert from "node:assert/strict";
import fc from "fast-check";
import {
  bucket,
  bucketOnce,
  isMethod,
  isTemplateId,
  isUuid,
  labelKeys,
  tokenOrBucket,
} from "../../core/capture/grammar.ts";

Deno.test("a bucket is the length in UTF-8 bytes, its bound included", () => {
  const lengths: [bytes: number, label: string][] = [
    [0, "str<8"],
    [8, "str<8"],
    [9, "str<32"],
    [32, "str<32"],
    [33, "str<128"],
    [128, "str<128"],
    [129, "str<512"],
    [512, "str<512"],
    [513, "str<4096"],
    [4096, "str<4096"],
    [4097, "str>4096"],
    [100_000, "str>4096"],
  ];
  for (const [bytes, label] of lengths) {
    assert.deepEqual([bytes, bucket("x".repeat(bytes))], [bytes, label]);
  }
  assert.equal(bucket("éééé"), "str<8");
  assert.equal(bucket("ééééx"), "str<32");
  assert.equal(bucket("😀".repeat(1024)), "str<4096");
  assert.equal(bucket("😀".repeat(1025)), "str>4096");
});

Deno.test("a bucket's label is kept where it may stand already", () => {
  assert.equal(bucket("str<4096"), "str<8");
  assert.equal(bucketOnce("str<4096"), "str<4096");
  assert.equal(bucketOnce("str>4096"), "str>4096");
  assert.equal(bucketOnce("str<9"), "str<8");
});

Deno.test("canonical tokens stay, everything else becomes its bucket", () => {
  const kept = [
    ...["null", "bool:true", "bool:false", "uuid", "empty", "str<8", "str<32", "str>4096"],
    ...["num:1", "num:-0", "num:1.0", "num:1e5", "num:1E+5", "num:-0.5e-7"],
    ...["url:ip", "url:localhost", "url:b.github.io", "url:-.-", `url:${"a".repeat(253)}`],
    ...["enum:x", "enum:a.b:c-d_e", `enum:${"a".repeat(128)}`],
  ];
  for (const token of kept) assert.equal(tokenOrBucket(token), token);
  const replaced: [text: string, label: string][] = [
    ["bool:maybe", "str<32"],
    ["str<9", "str<8"],
    ["str<8#2", "str<8"],
    ["num:", "str<8"],
    ["num:01", "str<8"],
    ["num:+1", "str<8"],
    ["num: 1", "str<8"],
    ["num:1.", "str<8"],
    ["num:NaN", "str<8"],
    ["num:1e999", "str<32"],
    ["url:", "str<8"],
    ["url:a_b", "str<8"],
    ["url:a/b", "str<8"],
    [`url:${"a".repeat(254)}`, "str<512"],
    ["enum:", "str<8"],
    ["enum:two words", "str<32"],
    [`enum:${"a".repeat(129)}`, "str<512"],
    ["hello", "str<8"],
    ["null\n", "str<8"],
    ["url:a\n", "str<8"],
  ];
  for (const [text, label] of replaced) {
    assert.deepEqual([text, tokenOrBucket(text)], [text, label]);
  }
});

Deno.test("a UUID is known in four forms, any case and version", () => {
  const uuid = "3F2B8C1E-9D4A-0E6F-0B7C-112233445566";
  const plain = uuid.replaceAll("-", "");
  for (const text of [uuid, uuid.toLowerCase(), plain, `{${uuid}}`, `urn:uuid:${uuid}`]) {
    assert.ok(isUuid(text), text);
  }
  for (const text of [`{${plain}}`, `urn:uuid:${plain}`, ` ${uuid}`, `${uuid}\n`, uuid.slice(1)]) {
    assert.ok(!isUuid(text), text);
  }
});

Deno.test("a method has non-empty segments, 128 bytes at most", () => {
  for (const method of ["a", "tools/call", "unparsed/outbound", "a/b.c:d-e_f", "a".repeat(128)]) {
    assert.ok(isMethod(method), method);
  }
  for (const text of ["", "/", "a//b", "/a", "a/", "a b", "é", "a\n", "a".repeat(129)]) {
    assert.ok(!isMethod(text), text);
  }
});

Deno.test("a fingerprint is 16 lower-case hex digits", () => {
  assert.ok(isTemplateId("0123456789abcdef"));
  for (const text of ["0123456789ABCDEF", "0123456789abcde", "0123456789abcdef0", "x"]) {
    assert.ok(!isTemplateId(text), text);
  }
});

function labels(keys: string[], origin: "raw" | "stored"): string[] {
  return labelKeys(keys, origin).map(([key, label]) => `${key} → ${label}`);
}

Deno.test("a field name stays, any other key becomes its bucket", () => {
  const names = ["a", "_", "$ref", "x-y.z:1", "__proto__", "deadbeef", "feed", "n".repeat(64)];
  for (const name of names) assert.deepEqual(labelKeys([name], "raw"), [[name, name]]);
  const others: [key: string, label: string][] = [
    ["", "str<8"],
    ["1a", "str<8"],
    ["-a", "str<8"],
    ["a b", "str<8"],
    ["é", "str<8"],
    ["a/b", "str<8"],
    ["me@example.com", "str<32"],
    ["a".repeat(65), "str<128"],
    ["deadbeefdeadbeef", "str<32"],
    ["DEADBEEFDEADBEEF", "str<32"],
    ["abcdef12-3456-7890-abcd-ef1234567890", "str<128"],
    ["urn:uuid:abcdef12-3456-7890-abcd-ef1234567890", "str<128"],
    ["str<8", "str<8"],
    ["str<32", "str<8"],
    ["a\n", "str<8"],
  ];
  for (const [key, label] of others) assert.deepEqual(labelKeys([key], "raw"), [[key, label]]);
});

Deno.test("keys that share a bucket are numbered in byte order", () => {
  assert.deepEqual(labels(["ö", "b", "é", "2", "10"], "raw"), [
    "b → b",
    "10 → str<8",
    "2 → str<8#2",
    "é → str<8#3",
    "ö → str<8#4",
  ]);
});

Deno.test("labels that are read again stay, and new ones go round them", () => {
  assert.deepEqual(labels(["str<8", "str<8#2", "é"], "stored"), [
    "str<8 → str<8",
    "str<8#2 → str<8#2",
    "é → str<8#3",
  ]);
  assert.deepEqual(labels(["str<8#3", "é", "ö"], "stored"), [
    "é → str<8",
    "ö → str<8#2",
    "str<8#3 → str<8#3",
  ]);
});

Deno.test("a label's number that no shape can have is no label", () => {
  assert.deepEqual(labels(["str<8#4111111111"], "stored"), ["str<8#4111111111 → str<32"]);
  assert.deepEqual(labels(["str<8#1"], "stored"), ["str<8#1 → str<8"]);
  assert.deepEqual(labels(["str<8#2"], "stored"), ["str<8#2 → str<8"]);
  assert.deepEqual(labels(["str<9", "str<8#02"], "stored"), [
    "str<8#02 → str<8",
    "str<9 → str<8#2",
  ]);
});

Deno.test("labels are distinct, and labelling them again changes nothing", () => {
  const key = fc.oneof(
    fc.string({ unit: "binary", maxLength: 12 }),
    fc.constantFrom("str<8", "str<8#2", "str<8#3", "str<32", "a", "b"),
  );
  const origin = fc.constantFrom("raw", "stored");
  fc.assert(fc.property(fc.uniqueArray(key), origin, (keys, from) => {
    const once = labelKeys(keys, from).map(([, label]) => label);
    assert.equal(new Set(once).size, keys.length);
    assert.deepEqual(labelKeys(once, "stored").map(([, label]) => label), once);
  }));
});
