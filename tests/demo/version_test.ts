import assert from "node:assert/strict";
import config from "../../deno.json" with { type: "json" };
import { VERSION } from "../../demo/version.ts";

Deno.test("the demo server has the version of the project", () => {
  assert.equal(VERSION, config.version);
});
