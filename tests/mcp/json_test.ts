import assert from "node:assert/strict";
import fc from "fast-check";
import {
  byteLength,
  compareBytes,
  encodeJson,
  isInteger,
  isObject,
  type Json,
  JsonError,
  parseJson,
  readNumber,
} from "../../core/mcp/json.ts";

const recode = (text: string) => encodeJson(parseJson(text));

Deno.test("numbers keep their kind", () => {
  const vectors = [
    ["1.0", "1.0"],
    ["1e2", "100.0"],
    ["-0", "-0.0"],
    ["1.50", "1.5"],
    ["1e15", "1000000000000000.0"],
    ["1e16", "1e+16"],
    ["1e-5", "0.00001"],
    ["0.1e-6", "1e-7"],
    ["100000000000000000000", "1e+20"],
    ["9007199254740993", "9007199254740993"],
    ["-9223372036854775808", "-9223372036854775808"],
    ["18446744073709551615", "18446744073709551615"],
    ["18446744073709551616", "1.8446744073709552e+19"],
    ["-9223372036854775809", "-9.223372036854776e+18"],
    ["0", "0"],
    ["0.0", "0.0"],
    ["-0.0", "-0.0"],
    ["1.25e-7", "1.25e-7"],
    ["123.456", "123.456"],
    ["1e3", "1000.0"],
  ] as const;
  for (const [written, encoded] of vectors) {
    assert.equal(recode(written), encoded, written);
    assert.equal(recode(`{"a":[${written}]}`), `{"a":[${encoded}]}`, written);
    for (const place of [`"a":${written}`, `"a" :${written}`, `"a"\t: ${written}`]) {
      assert.equal(recode(`{${place}}`), `{"a":${encoded}}`, written);
    }
  }
});

Deno.test("text is escaped as little as JSON allows", () => {
  assert.equal(
    recode(String.raw`"\u0000\u001f\b\t\n\f\r\"\\\/\u007f\u2028\u00e9"`),
    String.raw`"\u0000\u001f\b\t\n\f\r\"\\/` + "\u007f\u2028é" + '"',
  );
});

Deno.test("keys are in byte order and the last of a repeated key wins", () => {
  assert.equal(
    recode('{"\u{1f40e}":1,"\uffff":2,"b":3,"a":{"z":1,"y":2},"b":4,"__proto__":5}'),
    '{"__proto__":5,"a":{"y":2,"z":1},"b":4,"\uffff":2,"\u{1f40e}":1}',
  );
});

Deno.test("only strict JSON is read", () => {
  const refused = [
    "",
    "NaN",
    "[1,]",
    '{"a":1,}',
    "1 2",
    "\u0000",
    "1E400",
    "-1e999",
    "[1E400]",
    '"\\ud800"',
    '{"\\udc00":1}',
    '["\\ud83d x"]',
    "\ufeff{}",
    "'a'",
    "01",
    "+1",
    ".5",
    "1.",
    '"\t"',
  ];
  for (const text of refused) assert.throws(() => parseJson(text), JsonError, text);
  assert.equal(recode(' \t\r{"a" : "\\ud83d\\udc0e" } \r'), '{"a":"\u{1f40e}"}');
});

Deno.test("127 nested containers are read, 128 are not", () => {
  const nested = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
  assert.equal(recode(nested(127)), nested(127));
  assert.throws(() => parseJson(nested(128)), { name: "JsonError" });
  assert.equal(recode(`{"a":${nested(126)}}`), `{"a":${nested(126)}}`);
  assert.throws(() => parseJson(`{"a":${nested(127)}}`), { name: "JsonError" });
  // Brackets inside strings do not count.
  assert.equal(byteLength(recode(`["${"[".repeat(300)}\\"${"{".repeat(300)}"]`)), 606);
});

Deno.test("an error never quotes the text", () => {
  for (const text of ['{"password":hunter2}', '"hunter2', "[hunter2]"]) {
    assert.throws(() => parseJson(text), (error: Error) => !error.message.includes("hunter2"));
  }
});

Deno.test("kinds of values", () => {
  assert.equal(isInteger(parseJson("3")), true);
  assert.equal(isInteger(parseJson("18446744073709551615")), true);
  for (const text of ["3.0", "3e0", "-0", "3.5", '"3"', "null"]) {
    assert.equal(isInteger(parseJson(text)), false, text);
  }
  assert.equal(isInteger(undefined), false);
  assert.equal(isObject(parseJson("{}")), true);
  for (const text of ["[]", "null", "1.0", '"a"']) assert.equal(isObject(parseJson(text)), false);
});

Deno.test("a plain value survives encoding, whatever it is", () => {
  fc.assert(fc.property(fc.jsonValue({ noUnicodeString: false }), (value) => {
    // Written once, so that -0 and large doubles have the kind that their text gives them.
    const text = encodeJson(parseJson(JSON.stringify(value)));
    assert.deepEqual(JSON.parse(text), JSON.parse(JSON.stringify(value)));
    assert.equal(recode(text), text);
  }));
});

Deno.test("any double is written so that it is read as the same double", () => {
  fc.assert(fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (value) => {
    const text = encodeJson(Object(value) as Json);
    assert.ok(Object.is(JSON.parse(text), value), text);
    assert.match(text, /[.e]/);
  }));
});

Deno.test("any 64-bit integer keeps its digits", () => {
  fc.assert(fc.property(fc.bigInt(-(2n ** 63n), 2n ** 64n - 1n), (value) => {
    assert.equal(recode(String(value)), String(value));
  }));
});

Deno.test("texts are ordered as their UTF-8 bytes are", () => {
  const encoder = new TextEncoder();
  const byBytes = (a: string, b: string) => {
    const [x, y] = [encoder.encode(a), encoder.encode(b)];
    const at = x.findIndex((byte, index) => byte !== y[index]);
    return at < 0 ? x.length - y.length : (x[at] ?? 0) - (y[at] ?? -1);
  };
  const text = fc.string({ unit: "binary" });
  const close = fc.string({
    unit: fc.constantFrom("a", "\ud7ff", "\ue000", "\uffff", "\u{10000}"),
  });
  for (const texts of [text, close]) {
    fc.assert(fc.property(texts, texts, (a, b) => {
      assert.equal(Math.sign(compareBytes(a, b)), Math.sign(byBytes(a, b)));
    }));
  }
});

/** The same with a reviver, which is given each literal: slow, and right where no key repeats. */
function parseWithReviver(text: string): Json {
  return JSON.parse(
    text,
    (_key, value, context?: { source?: string }) =>
      typeof value === "number" ? readNumber(context?.source ?? "") : value,
  );
}

/** JSON texts with numbers of every form, in every place, and strings that look like numbers. */
function jsonTexts(): fc.Arbitrary<string> {
  const digits = fc.stringMatching(/^(?:0|[1-9][0-9]{0,20})$/);
  const number = fc.tuple(
    fc.constantFrom("", "-"),
    digits,
    fc.stringMatching(/^(?:\.[0-9]{1,20}|\.0{1,3})?$/),
    fc.stringMatching(/^(?:[eE][+-]?[0-9]{1,2})?$/),
  ).map((parts) => parts.join(""));
  const string = fc.oneof(
    fc.string({ unit: "binary" }).map((text) => JSON.stringify(text.toWellFormed())),
    number.map((text) => `"${text}"`),
    fc.constantFrom('"\\\\"', '"\\""', '"a\\\\\\" 1.0"', '"__proto__"', '"1.0,2.0"'),
  );
  const space = fc.constantFrom("", " ", "\n\t");
  const { value } = fc.letrec<{ value: string }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, withCrossShrink: true },
      number,
      string,
      fc.constantFrom("null", "true"),
      fc.tuple(space, fc.array(tie("value"))).map(([gap, items]) => `[${items.join(`${gap},`)}]`),
      fc.tuple(
        space,
        fc.uniqueArray(fc.tuple(string, tie("value")), { selector: ([key]) => JSON.parse(key) }),
      ).map(([gap, members]) =>
        `{${members.map(([key, member]) => `${key}${gap}:${gap}${member}`).join(",")}}`
      ),
    ),
  }));
  return value;
}

Deno.test("property: every number is what its literal says, wherever it stands", () => {
  fc.assert(
    fc.property(jsonTexts(), (text) => {
      assert.deepEqual(parseJson(text), parseWithReviver(text));
    }),
    { numRuns: 2_000 },
  );
});

Deno.test("property: a text that is damaged is refused as JSON.parse refuses it", () => {
  const damage = fc.tuple(jsonTexts(), fc.nat(), fc.constantFrom("", "1.0", "-", "e5", ".", '"'));
  fc.assert(
    fc.property(damage, ([text, place, inserted]) => {
      const at = place % (text.length + 1);
      const damaged = `[1.0,${text.slice(0, at)}${inserted}${text.slice(at + 1)}]`;
      let expected: Json;
      try {
        expected = parseWithReviver(damaged);
      } catch {
        return assert.throws(() => parseJson(damaged), JsonError);
      }
      if (/\\u[dD]/.test(damaged)) return; // it may be half a pair now
      assert.deepEqual(parseJson(damaged), expected);
    }),
    { numRuns: 2_000 },
  );
  for (
    const text of ["{1.0:2}", '{"a":1.0.0}', "[1.0 2.0]", "[-1.0-]", "[01.0]", '["1.0]', "[1.0"]
  ) {
    assert.throws(() => parseJson(text), { name: "JsonError", message: "not valid JSON" }, text);
  }
});
