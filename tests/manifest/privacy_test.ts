/** No message quotes what the manifest holds. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { loadManifest } from "../../core/manifest/load.ts";
import { nearManifests } from "./near-manifests.ts";
import { document, sample } from "./samples.ts";

/** One that fits no grammar and one that fits those of identifiers and tools. */
const SECRETS = ["hunter2 is the Pa$$word", "hunter2"];
const PLANTED = [
  ...SECRETS,
  ...SECRETS.map((secret) => [secret, secret]),
  ...SECRETS.map((secret) => ({ key: secret })),
  { "hunter2 is a key": 1 },
  { "/hunter2 is a path": "hunter2" },
];

function checkSilence(text: string, name: string): boolean {
  try {
    loadManifest(text, name);
    return false;
  } catch (error) {
    assert.ok(error instanceof Error);
    assert.equal(error.name, "UsageError", error.stack ?? "");
    assert.equal(error.cause, undefined);
    assert.ok(!error.message.includes("hunter2"), error.message);
    return true;
  }
}

Deno.test("manifest privacy: no refusal shows a planted value", () => {
  let refused = 0;
  fc.assert(
    fc.property(nearManifests(PLANTED), (value) => {
      if (checkSilence(JSON.stringify(value, null, 1), "m.json")) refused++;
    }),
    { numRuns: 2000 },
  );
  assert.ok(refused > 200, String(refused));
});

Deno.test("manifest privacy: no syntax error shows the text around it", () => {
  const text = document([
    sample("contention", { arguments: { "hunter2": "hunter2", n: 1 } }),
  ]);
  let refused = 0;
  for (const name of ["m.json", "m.jsonc"]) {
    for (let index = 0; index < text.length; index++) {
      for (
        const broken of [text.slice(0, index), `${text.slice(0, index)}\u0001${text.slice(index)}`]
      ) {
        if (checkSilence(broken, name)) refused++;
      }
    }
  }
  assert.equal(refused, 4 * text.length);
});

Deno.test("manifest privacy: an unknown field is named only when it looks like a field", () => {
  const named = (name: string) => document([sample("pagination")], { [name]: 1 });
  assert.ok(checkSilence(named("hunter2 is the Pa$$word"), "m.json"));
  assert.throws(() => loadManifest(named("timeout"), "m.json"), /the unknown field timeout; /);
});
