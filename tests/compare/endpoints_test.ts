import assert from "node:assert/strict";
import fc from "fast-check";
import { UsageError } from "../../core/errors.ts";
import { readEndpoints } from "../../core/report/compare-endpoints.ts";

Deno.test("an endpoint is split at its first =", () => {
  assert.deepEqual(readEndpoints(["old=http://a/", "new=http://b/?x=y"], false), [
    { label: "old", url: "http://a/" },
    { label: "new", url: "http://b/?x=y" },
  ]);
});

Deno.test("labels are free text, `stdio` included", () => {
  const texts = ["stdio=http://a/", "eu west | 2=http://b/"];
  assert.deepEqual(readEndpoints(texts, true).map(({ label }) => label), ["stdio", "eu west | 2"]);
});

Deno.test("one endpoint and a command are two servers, and two endpoints are", () => {
  assert.equal(readEndpoints(["a=x"], true).length, 1);
  assert.equal(readEndpoints(["a=x", "b=x"], false).length, 2);
  for (const [texts, hasCommand] of [[["a=x"], false], [[], true], [[], false]] as const) {
    assert.throws(() => readEndpoints(texts, hasCommand), {
      name: "UsageError",
      message: /^a comparison needs two servers/,
    });
  }
});

for (const text of ["", "=", "a", "a=", "=http://a/", "http://a/"]) {
  Deno.test(`"${text}" is no LABEL=URL`, () => {
    assert.throws(() => readEndpoints([text, "b=http://b/"], true), {
      name: "UsageError",
      message: "--endpoint takes LABEL=URL, and neither part may be empty",
    });
  });
}

Deno.test("a label may be given once only", () => {
  assert.throws(() => readEndpoints(["a=x", "b=y", "a=z"], false), {
    name: "UsageError",
    message: "two --endpoint options have one label; give each its own",
  });
});

Deno.test("property: what is read is what was typed, or a mistake of the user's", () => {
  fc.assert(fc.property(fc.array(fc.string()), fc.boolean(), (texts, hasCommand) => {
    try {
      const endpoints = readEndpoints(texts, hasCommand);
      assert.deepEqual(endpoints.map(({ label, url }) => `${label}=${url}`), texts);
      assert.ok(endpoints.every(({ label, url }) => label !== "" && url !== ""));
    } catch (error) {
      assert.ok(error instanceof UsageError);
    }
  }));
});
