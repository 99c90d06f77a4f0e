import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, parseJson } from "../../core/mcp/json.ts";
import { isMultipleOf } from "../../core/schema/numbers.ts";
import { ALL, DIALECTS, judgeText } from "./check.ts";

/** Rows of schema, accepted value, refused value, all as JSON texts. */
async function rows(...table: [string, string, string][]): Promise<void> {
  for (const [schema, good, bad] of table) {
    assert.equal(await judgeText(schema, good), "accepted", `${schema} ${good}`);
    assert.equal(await judgeText(schema, bad), "refused", `${schema} ${bad}`);
  }
}

Deno.test("multipleOf is exact for decimals", async () => {
  await rows(
    ['{"multipleOf":0.1}', "0.3", "0.35"],
    ['{"multipleOf":0.01}', "19.99", "19.999"],
    ['{"multipleOf":0.0001}', "0.0075", "0.00751"],
    ['{"multipleOf":0.1}', "-0.3", "-0.33"],
    ['{"multipleOf":2}', "4.0", "5.0"],
    ['{"multipleOf":1.5}', "0", "1"],
    ['{"multipleOf":1e-8}', "12391239123", "1e-9"],
    ['{"multipleOf":0.5}', "1e308", "0.25"],
    ['{"type":"integer","multipleOf":0.123456789}', "0.0", "1e308"],
  );
});

Deno.test("multipleOf sees every digit of 64-bit integers", async () => {
  await rows(
    ['{"multipleOf":3}', "9007199254740993", "9007199254740994"],
    ['{"properties":{"p":{"multipleOf":3}}}', '{"p":9007199254740993}', '{"p":9007199254740992}'],
    ['{"items":{"multipleOf":7}}', "[9223372036854775807]", "[9223372036854775806]"],
    ['{"items":{"multipleOf":5}}', "[18446744073709551615]", "[18446744073709551614]"],
    ['{"multipleOf":9223372036854775807}', "9223372036854775807", "9223372036854775808"],
    ['{"multipleOf":9007199254740993}', "18014398509481986", "18014398509481984"],
  );
});

Deno.test("bounds see every digit", async () => {
  await rows(
    ['{"minimum":9223372036854775808}', "9223372036854775808", "9223372036854775807"],
    ['{"maximum":9223372036854775807}', "9223372036854775807", "9223372036854775808"],
    ['{"minimum":-9223372036854775807}', "-9223372036854775807", "-9223372036854775808"],
    ['{"maximum":-9223372036854775808}', "-9223372036854775808", "-9223372036854775807"],
    ['{"minimum":18446744073709551615}', "18446744073709551615", "18446744073709551614"],
    ['{"exclusiveMinimum":9223372036854775806}', "9223372036854775807", "9223372036854775806"],
    ['{"exclusiveMaximum":9007199254740993}', "9007199254740992", "9007199254740993"],
    ['{"exclusiveMinimum":9007199254740992}', "9007199254740993", "9007199254740992"],
    // Bounds that are doubles, and doubles that are judged.
    ['{"minimum":9223372036854775808.0}', "9223372036854775808", "9223372036854775807"],
    ['{"maximum":1e19}', "10000000000000000000", "10000000000000000001"],
    ['{"minimum":9007199254740993}', "9007199254740994.0", "9007199254740992.0"],
    ['{"minimum":1.5}', "9223372036854775807", "1"],
    ['{"maximum":1e300}', "18446744073709551615", "2e300"],
    // Wherever the number is, and wherever the bound.
    ['{"items":{"minimum":9223372036854775808}}', "[9223372036854775808]", "[9223372036854775807]"],
    ['{"not":{"minimum":9223372036854775808}}', "9223372036854775807", "9223372036854775808"],
    [
      '{"properties":{"p":{"$ref":"#/x/y"}},"x":{"y":{"maximum":9007199254740992}}}',
      '{"p":9007199254740992}',
      '{"p":9007199254740993}',
    ],
    ['{"properties":{"minimum":{"type":"null"}}}', '{"minimum":null}', '{"minimum":1}'],
  );
});

Deno.test("in draft-04 a flag makes a bound exclusive, to the last digit", async () => {
  const $schema = '"$schema":"http://json-schema.org/draft-04/schema#"';
  const [low, high] = ["9007199254740992", "9007199254740993"];
  await rows(
    [`{${$schema},"minimum":${low},"exclusiveMinimum":true}`, high, low],
    [`{${$schema},"maximum":${high},"exclusiveMaximum":true}`, low, high],
    [`{${$schema},"minimum":${high},"exclusiveMinimum":false}`, high, low],
    [`{${$schema},"minimum":1,"exclusiveMinimum":true}`, "1.5", "1"],
  );
});

Deno.test("a bound that is no number is unusable wherever it stands", async () => {
  for (const dialect of ALL) {
    const schema = `{"$schema":"${DIALECTS[dialect]}","$ref":"#/x/y","x":{"y":{"maximum":"1"}}}`;
    assert.equal(await judgeText(schema, "1"), "unusable", dialect);
  }
});

Deno.test("literals that only their kind sets apart do not repeat each other", async () => {
  for (const dialect of ALL) {
    const schema = `{"$schema":"${DIALECTS[dialect]}","enum":[1.0,2.0,9007199254740993]}`;
    assert.equal(await judgeText(schema, "2"), "accepted", dialect);
    assert.equal(await judgeText(schema, "9007199254740993"), "accepted", dialect);
    assert.equal(await judgeText(schema, "9007199254740992"), "refused", dialect);
  }
});

Deno.test("const, enum and uniqueItems see every digit", async () => {
  await rows(
    [
      '{"properties":{"p":{"const":9007199254740993}}}',
      '{"p":9007199254740993}',
      '{"p":9007199254740992}',
    ],
    ['{"items":{"enum":[9007199254740993,1]}}', "[9007199254740993]", "[9007199254740992]"],
    ['{"const":{"a":[9007199254740993]}}', '{"a":[9007199254740993]}', '{"a":[9007199254740992]}'],
    [
      '{"uniqueItems":true}',
      "[9007199254740992,9007199254740993]",
      "[9007199254740993,9007199254740993]",
    ],
    ['{"uniqueItems":true}', '[{"a":1,"b":[]},{"a":1}]', '[{"a":1,"b":2},{"b":2,"a":1}]'],
  );
});

Deno.test("numbers are equal by value, whatever their kind", async () => {
  await rows(
    ['{"const":1}', "1.0", "1.5"],
    ['{"const":1.0}', "1", "true"],
    ['{"enum":[100]}', "1e2", '"100"'],
    ['{"const":0}', "-0", "null"],
    ['{"const":1152921504606846976}', "1.152921504606846976e18", "1"],
    ['{"uniqueItems":true}', '[1,true,"1",null,0,false]', "[1,2,1.0]"],
    ['{"uniqueItems":true}', "[[1],[true]]", "[[1],[1.0]]"],
    ['{"uniqueItems":true}', "[0.0,1]", "[0,-0]"],
    ['{"const":[1,{"a":null}]}', '[1.0,{"a":null}]', "[1,{}]"],
    ['{"const":{}}', "{}", "[]"],
  );
  assert.equal(await judgeText('{"uniqueItems":false}', "[1,1]"), "accepted");
});

Deno.test("integers: without a fraction, however written", async () => {
  await rows(
    ['{"type":"integer"}', "1.0", "1.5"],
    ['{"type":"integer"}', "1e30", '"1"'],
    ['{"type":"integer"}', "18446744073709551615", "null"],
    ['{"type":"number"}', "9007199254740993", "true"],
    ['{"minimum":9007199254740993}', "9007199254740993", "9007199254740000"],
  );
});

Deno.test("lengths count code points, limits count members", async () => {
  await rows(
    ['{"maxLength":1}', '"😀"', '"😀😀"'],
    ['{"minLength":2}', '"a😀"', '"😀"'],
    ['{"minLength":3,"maxLength":3}', '"😀😀😀"', '"😀😀"'],
    ['{"maxLength":0}', '""', '"a"'],
    ['{"maxProperties":2}', '{"a":1,"__proto__":2}', '{"a":1,"b":2,"__proto__":3}'],
    ['{"minProperties":1}', '{"toString":1}', "{}"],
  );
});

Deno.test("property: a number is a multiple of a decimal exactly when the digits say so", () => {
  // Products stay below 10¹⁵: a double has no more digits.
  const digits = fc.bigInt({ min: -(10n ** 9n), max: 10n ** 9n });
  fc.assert(
    fc.property(digits, fc.bigInt({ min: 1n, max: 10n ** 6n }), fc.nat(8), (a, b, scale) => {
      const decimal = (value: bigint) => Number(`${value}e-${scale}`);
      assert.equal(isMultipleOf(decimal(a), decimal(b)), a % b === 0n);
      assert.equal(isMultipleOf(a, b), a % b === 0n);
      assert.equal(isMultipleOf(decimal(a * b), decimal(b)), true);
    }),
  );
});

Deno.test("property: a bound separates integers of 64 bits by their exact values", async () => {
  const edges = [-(2n ** 63n), -(2n ** 53n), 2n ** 53n, 2n ** 63n, 2n ** 64n - 2n];
  const integer = fc.oneof(
    fc.tuple(fc.constantFrom(...edges), fc.bigInt({ min: 0n, max: 1n }))
      .map(([edge, offset]) => edge + offset),
    fc.bigInt({ min: -(2n ** 63n), max: 2n ** 64n - 1n }),
  );
  await fc.assert(
    fc.asyncProperty(
      integer,
      fc.oneof(integer, fc.double({ noNaN: true, noDefaultInfinity: true })),
      fc.constantFrom(...ALL.filter((dialect) => dialect !== "draft-04")),
      async (value, bound, dialect) => {
        const verdicts = Object.entries({
          minimum: value >= bound,
          maximum: value <= bound,
          exclusiveMinimum: value > bound,
          exclusiveMaximum: value < bound,
        });
        for (const [keyword, holds] of verdicts) {
          const schema = `{"$schema":"${DIALECTS[dialect]}","${keyword}":${bound}}`;
          const expected = holds ? "accepted" : "refused";
          assert.equal(await judgeText(schema, `${value}`), expected, `${schema} ${value}`);
        }
      },
    ),
    { numRuns: 500 },
  );
});

Deno.test("property: a value is the only member of its own enum", async () => {
  await fc.assert(fc.asyncProperty(fc.json(), fc.json(), async (text, other) => {
    const schema = `{"const":${text}}`;
    assert.equal(await judgeText(schema, text), "accepted");
    assert.equal(await judgeText(`{"enum":[${text}]}`, text), "accepted");
    // Same kinds of numbers, so equal encodings mean equal values and the other way round.
    const same = encodeJson(parseJson(text)) === encodeJson(parseJson(other));
    assert.equal(await judgeText(schema, other), same ? "accepted" : "refused");
    assert.equal(
      await judgeText('{"uniqueItems":true}', `[${text},${other}]`),
      same ? "refused" : "accepted",
    );
  }));
});
