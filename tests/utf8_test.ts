import assert from "node:assert/strict";
import { utf8Text } from "../core/utf8.ts";

Deno.test("text is strict UTF-8 and keeps its byte-order mark", () => {
  assert.equal(utf8Text(new TextEncoder().encode("\ufeffgrün😀")), "\ufeffgrün😀");
  assert.equal(utf8Text(Uint8Array.of(0xf0, 0x9f)), null);
  assert.equal(utf8Text(Uint8Array.of(0xed, 0xa0, 0x80)), null, "half a surrogate pair");
  assert.equal(utf8Text(Uint8Array.of(0x98, 0x80)), null, "nothing is left of what came before");
  assert.equal(utf8Text(new Uint8Array()), "");
});
