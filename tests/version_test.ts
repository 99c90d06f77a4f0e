import assert from "node:assert/strict";
import config from "../deno.json" with { type: "json" };
import { VERSION } from "../core/version.ts";

Deno.test("the version in the code is the one in deno.json", () => {
  assert.equal(VERSION, config.version);
});
