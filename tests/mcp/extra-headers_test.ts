import assert from "node:assert/strict";
import { isSendable } from "../../core/mcp/extra-headers.ts";

Deno.test("headers of a user's own may be added", () => {
  for (const [name, value] of [["x-api-key", "abc"], ["x-empty", ""], ["x-a", 'a b; c="d"']]) {
    assert.ok(isSendable(name ?? "", value ?? ""));
  }
});

Deno.test("those of the conversation, of the connection, and malformed ones may not", () => {
  const refused = [
    ["authorization", "a"],
    ["accept", "a"],
    ["content-type", "a"],
    ["host", "a"],
    ["mcp-session-id", "a"],
    ["mcp-protocol-version", "a"],
    ["X-Upper", "a"],
    ["", "a"],
    ["x a", "a"],
    ["x-a", "a\r\nx-b: c"],
    ["x-a", " a"],
    ["x-a", "é"],
    ["x-a", "a".repeat(8193)],
  ];
  for (const [name, value] of refused) {
    assert.equal(isSendable(name ?? "", value ?? ""), false, name ?? "");
  }
});
