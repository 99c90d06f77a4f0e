import assert from "node:assert/strict";
import { configuredThreshold, requireThreshold } from "../../../store/findings/threshold.ts";
import { tempFolder } from "../../cli/run.ts";

Deno.test("the threshold of a home is that of its config.json, else the built-in one", async () => {
  await using folder = await tempFolder();
  const configs: [text: string | null, threshold: number][] = [
    [null, 0.324250563780762],
    ["{}", 0.324250563780762],
    ['{"promotion_threshold":null,"other":[1]}', 0.324250563780762],
    ['{"promotion_threshold":5}', 5],
    ['{"promotion_threshold":1.0}', 1],
    ['{"promotion_threshold":0.25}', 0.25],
    ['{"promotion_threshold":-0}', 0],
    ['{"promotion_threshold":18446744073709551615}', 18446744073709551615],
  ];
  for (const [text, threshold] of configs) {
    if (text !== null) await folder.write("config.json", text);
    assert.equal(await configuredThreshold(folder.path), threshold, String(text));
  }
});

Deno.test("a config that is not of its form is refused and not quoted", async () => {
  await using folder = await tempFolder();
  const path = folder.file("config.json");
  const number = `promotion_threshold in ${path} must be a finite number from 0 on`;
  const range = `${path} cannot be read: a number is out of range; correct it`;
  const object = `${path} is no JSON object in UTF-8`;
  const configs: [text: string | Uint8Array, message: string][] = [
    ['{"promotion_threshold":-1}', number],
    ['{"promotion_threshold":"SECRET"}', number],
    ['{"promotion_threshold":true}', number],
    ['{"promotion_threshold":[1]}', number],
    ['{"promotion_threshold":1e400}', range],
    ['{"SECRET":1e400}', range],
    ["[]", object],
    ["null", object],
    ["{", object],
    ["", object],
    ["\ufeff{}", object],
    [Uint8Array.of(0xff), object],
  ];
  for (const [text, message] of configs) {
    await folder.write("config.json", text);
    await assert.rejects(configuredThreshold(folder.path), { name: "IncompleteError", message });
  }
  await Deno.remove(path);
  await Deno.mkdir(path);
  await assert.rejects(configuredThreshold(folder.path), /^IncompleteError: reading .* failed/);
});

Deno.test("a threshold is finite and not negative", () => {
  for (const value of [-1, NaN, Infinity, -Infinity]) {
    assert.throws(() => requireThreshold(value, "--threshold"), {
      name: "IncompleteError",
      message: "--threshold must be a finite number from 0 on",
    });
  }
  assert.ok(Object.is(requireThreshold(-0, "x"), 0));
});
