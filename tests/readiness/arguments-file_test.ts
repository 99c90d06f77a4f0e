import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../core/errors.ts";
import { asToolName } from "../../core/labels.ts";
import { encodeJson, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { type ArgumentsFile, parseArgumentsFile } from "../../core/readiness/arguments-file.ts";

const bytes = (text: string) => new TextEncoder().encode(text);
const parse = (text: string): ArgumentsFile => parseArgumentsFile(bytes(text), "args.json");

/** The message of the refusal; it must not quote anything of the file. */
function refusal(content: string | Uint8Array): string {
  const file = typeof content === "string" ? bytes(content) : content;
  try {
    parseArgumentsFile(file, "args.json");
  } catch (error) {
    assert.ok(error instanceof UsageError);
    assert.equal(error.exit, 2);
    assert.ok(!error.message.includes("s3cr3t"), error.message);
    return error.message;
  }
  assert.fail("accepted");
}

Deno.test("tool names to arguments, numbers as they were written", () => {
  const file = parse('{"read.a": {"n": 1.0, "id": 9007199254740993}, "b": {}}');
  assert.deepEqual(Object.keys(file), ["read.a", "b"]);
  assert.equal(encodeJson(file as JsonObject), '{"b":{},"read.a":{"id":9007199254740993,"n":1.0}}');
  assert.deepEqual(parse("{}"), {});
  assert.deepEqual(parse(" {} \r\n"), {});
});

Deno.test("of a repeated name the last entry counts", () => {
  assert.deepEqual(parse('{"a":{"x":1},"a":{"x":2}}'), { a: { x: 2 } });
});

Deno.test("names like those of methods are names", () => {
  const file = parse('{"__proto__":{"x":1},"constructor":{}}');
  assert.deepEqual(Object.keys(file), ["__proto__", "constructor"]);
  assert.equal(Object.getPrototypeOf(file), Object.prototype);
  assert.deepEqual(Object.keys(structuredClone(file)), ["__proto__", "constructor"]);
});

Deno.test("at most 1 MiB", () => {
  const padded = (length: number) => `{"a":{}${" ".repeat(length - 8)}}`;
  assert.deepEqual(parse(padded(1_048_576)), { a: {} });
  assert.match(refusal(padded(1_048_577)), /^args\.json is larger than 1 MiB/);
});

Deno.test("broken JSON names the line", () => {
  assert.match(refusal('{\n  "a": {},\n  "s3cr3t" {}\n}'), /^args\.json:3: /);
  assert.match(refusal('{"a": {},}'), /^args\.json:1: /);
  assert.match(refusal('{\n// s3cr3t\n"a": {}}'), /^args\.json:2: /);
  assert.match(refusal(""), /^args\.json:1: /);
  assert.match(refusal('{"a": {"x": s3cr3t}}'), /^args\.json:1: /);
  assert.equal(
    refusal('\ufeff{"a": {}}'),
    "args.json:1: it starts with a byte-order mark: save it as UTF-8 without one",
  );
});

Deno.test("JSON beyond the limits of the wire", () => {
  assert.match(refusal('{"a":{"x":1e999}}'), /^args\.json: .*out of range/);
  assert.match(refusal('{"a":{"x":"\\ud800"}}'), /^args\.json: .*surrogate/);
  assert.match(refusal(`{"a":{"x":${"[".repeat(127)}${"]".repeat(127)}}}`), /^args\.json: .*127/);
  assert.match(refusal(new Uint8Array([0x7b, 0xff, 0x7d])), /^args\.json is not UTF-8/);
});

Deno.test("no object", () => {
  for (const document of ["[]", "null", '"s3cr3t"', "5", "1.0", "true"]) {
    assert.match(refusal(document), /^args\.json must hold a JSON object/);
  }
});

Deno.test("entries that are no objects", () => {
  for (const entry of ["null", "[]", '"s3cr3t"', "5", "2.0", "false"]) {
    assert.match(refusal(`{"ok":{},"a":${entry}}`), /^args\.json, entry 2 \(a\): .*JSON object$/);
  }
});

Deno.test("names that are none of a tool", () => {
  for (const name of ["", "s3cr3t name", "s3cr3t/x", "é", "a".repeat(129)]) {
    const message = refusal(`{"ok":{},${JSON.stringify(name)}:{}}`);
    assert.match(message, /^args\.json, entry 2: the name is no tool name; use 1 to 128 of /);
  }
  assert.equal(Object.keys(parse(`{"${"a".repeat(128)}":{}}`)).length, 1);
});

Deno.test("property: a file of the form is read, any other text is refused as a usage mistake", () => {
  const names = fc.stringMatching(/^[A-Za-z0-9_.:-]{1,128}$/);
  fc.assert(
    fc.property(fc.dictionary(names, fc.dictionary(fc.string(), fc.jsonValue())), (file) => {
      const text = JSON.stringify(file);
      assert.equal(encodeJson(parse(text) as JsonObject), encodeJson(parseJson(text)));
    }),
  );
  fc.assert(fc.property(fc.uint8Array({ maxLength: 40 }), (content) => {
    try {
      const file = parseArgumentsFile(content, "args.json");
      assert.ok(Object.keys(file).every((name) => asToolName(name) !== null));
    } catch (error) {
      assert.ok(error instanceof UsageError);
    }
  }));
});
