import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, parseJson } from "../../core/mcp/json.ts";
import { isMultipleOf } from "../../core/schema/numbers.ts";
import { judgeText } from "./check.ts";

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
  );
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
