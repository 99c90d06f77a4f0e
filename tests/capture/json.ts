/** Arbitrary JSON values with everything that is special to records. */

import fc from "fast-check";
import { type Json, readNumber } from "../../core/mcp/json.ts";

const TOKENS = [
  ...["null", "uuid", "empty", "str<8", "str<8#2", "str<32", "num:1", "enum:x", "url:ip", "array"],
  ...["object", "items", "__proto__", "constructor", "code", "note", "ts", "http://a.example.com/"],
  "3f2b8c1e-9d4a-4e6f-8b7c-112233445566",
];
const LITERALS = ["0", "-0", "1.0", "7", "18446744073709551615", "1e16", "-1", "0.5"];

/** Texts of any characters, and texts that mean something in a record. */
export function anyText(): fc.Arbitrary<string> {
  return fc.oneof(fc.string({ unit: "binary", maxLength: 40 }), fc.constantFrom(...TOKENS));
}

/** Values of any kind, at most a few levels deep. */
export function anyJson(): fc.Arbitrary<Json> {
  return fc.letrec<{ value: Json }>((tie) => ({
    value: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(null, true, false),
      fc.constantFrom(...LITERALS).map((literal) => readNumber(literal)),
      fc.double({ noNaN: true, noDefaultInfinity: true }).map((value) =>
        readNumber(JSON.stringify(value))
      ),
      anyText(),
      fc.array(tie("value"), { maxLength: 4 }),
      fc.array(fc.tuple(anyText(), tie("value")), { maxLength: 5 }).map((entries) =>
        Object.fromEntries(entries)
      ),
    ),
  })).value;
}
