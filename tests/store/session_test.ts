import assert from "node:assert/strict";
import { sessionToken } from "../../store/session.ts";

Deno.test("a session becomes its digest, a token stays one", () => {
  const tokens: [session: string, token: string][] = [
    ["sess-1", "session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c"],
    ["", "session:e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"],
    [`session:${"aB0".repeat(21)}f`, `session:${"ab0".repeat(21)}f`],
    [
      `session:${"a".repeat(63)}`,
      "session:9191e9f22d29fbd0bd83c13e83f6854fc3b8a214645ae20bff4fa295f5013bbf",
    ],
    [
      `SESSION:${"a".repeat(64)}`,
      "session:e92bff77d4256300fe1f9fa81bd7826da40baf7e794eff121919109791511ea1",
    ],
    [
      `session:${"g".repeat(64)}`,
      "session:e15ab5e6b2ae32c31d9f7fe3df8eb523a295707176ba7e1f9e8ef49dcaa20fb6",
    ],
  ];
  for (const [session, token] of tokens) assert.equal(sessionToken(session), token);
});
