/** Documents made to exhaust memory, time or the stack. The bounds are far above what is needed. */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import { document, refusal, sample } from "./samples.ts";

const MANY = 100_000;
/** A quadratic loader needs minutes for these documents. */
const PATIENCE_MS = 20_000;

function within(task: () => void): void {
  const start = performance.now();
  task();
  assert.ok(performance.now() - start < PATIENCE_MS);
}

/** `{"k0":0,"k1":0,…}` */
function members(key: (index: number) => string, value = "0"): string {
  return `{${Array.from({ length: MANY }, (_, index) => `"${key(index)}":${value}`).join(",")}}`;
}

/** A manifest whose only case has this JSON text in one of its fields. */
function around(kind: string, field: string, json: string): string {
  return document([sample(kind, { [field]: "HERE" })]).replace('"HERE"', () => json);
}

function expecting(field: string, json: string): string {
  return around("instruction-fidelity", "expect", `{"outcome": "ok", "${field}": ${json}}`);
}

for (
  const [name, unit] of [["brackets", "["], ["objects", '{"a":'], ["mixed", '[{"a":']] as const
) {
  Deno.test(`hostile manifest: 10 MB of nested ${name}`, () => {
    const nested = unit.repeat(10_000_000 / unit.length);
    within(() => {
      const message = "manifest is nested deeper than 127 containers (m.json:1)";
      assert.equal(refusal(nested), message);
      assert.match(
        refusal(around("contention", "arguments", nested)),
        /deeper than 127 containers/,
      );
    });
  });
}

Deno.test("hostile manifest: a string of 10 MB is read, or refused without being shown", () => {
  const long = "x".repeat(10_000_000);
  within(() => {
    loadManifest(around("contention", "arguments", `{"a": "${long}"}`), "m.json");
    for (const field of ["id", "tool", "access", "probe"]) {
      const message = refusal(around("contention", field, `"${long}"`));
      assert.ok(message.length < 600, String(message.length));
    }
    assert.ok(refusal(`{"${long}": 1}`).length < 200);
  });
});

Deno.test("hostile manifest: numbers of a million digits", () => {
  const digits = "9".repeat(1_000_000);
  within(() => {
    const beyond = refusal(around("contention", "arguments", `{"a": ${digits}}`));
    assert.match(beyond, /^manifest has a number beyond the range of a double \(m\.json:\d+\)$/);
    loadManifest(around("contention", "arguments", `{"a": 0.${digits}}`), "m.json");
  });
});

Deno.test("hostile manifest: 100,000 distinct and 100,000 equal keys", () => {
  within(() => {
    const distinct = around("contention", "arguments", members((index) => `k${index}`));
    assert.equal(
      Object.keys(argumentsOf(distinct)).length,
      MANY,
    );
    const equal = around("contention", "arguments", members(() => "k"));
    assert.deepEqual(argumentsOf(equal), { k: 0 });
    assert.match(refusal(members((index) => `k${index}`)), /^manifest version is missing /);
    assert.match(refusal(members(() => "k")), /^manifest version is missing /);
    const field = members((index) => `k${index}`).slice(1, -1);
    const text = document([sample("pagination")]).replace(
      '"max_pages": 5',
      `"max_pages": 5, ${field}`,
    );
    assert.match(refusal(text), /^probe case a: pagination has the unknown field k0; /);
  });
});

function argumentsOf(text: string): Record<string, unknown> {
  const [only] = loadManifest(text, "m.json").manifest.probes;
  assert.ok(only?.probe === "contention");
  return only.arguments;
}

Deno.test("hostile manifest: 100,000 expectations, sandboxes and cases", () => {
  const list = (text: (index: number) => string) =>
    `[${Array.from({ length: MANY }, (_, index) => text(index)).join(",")}]`;
  within(() => {
    loadManifest(expecting("required_result_fields", list((index) => `"k${index}"`)), "m.json");
    loadManifest(expecting("required_result_paths", list((index) => `"/${index}"`)), "m.json");
    loadManifest(expecting("equals", members((index) => `k${index}`)), "m.json");
    assert.match(
      refusal(expecting("required_result_fields", list(() => '"k"'))),
      /required_result_fields must not hold an entry twice/,
    );
    assert.match(refusal(expecting("equals", members(String))), /expect\.equals has a name/);
    const boxes = document([sample("pagination")], { sandboxes: "HERE" })
      .replace('"HERE"', members((index) => `s${index}`, '{"description":""}'));
    loadManifest(boxes, "m.json");
    const cases = list((index) => JSON.stringify(sample("pagination", { id: `c${index}` })));
    const { manifest } = loadManifest(`{"version": 1, "probes": ${cases}}`, "m.json");
    assert.equal(manifest.probes.length, MANY);
    assert.match(refusal(`{"version": 1, "probes": ${list(() => "1")}}`), /probes\[0\] must be/);
  });
});

Deno.test("hostile manifest: 10 MB of blanks, of lines and of comments", () => {
  const text = document([sample("pagination")]);
  within(() => {
    loadManifest(" ".repeat(10_000_000) + text, "m.json");
    loadManifest("\n".repeat(10_000_000) + text, "m.json");
    loadManifest("//\n".repeat(3_000_000) + text, "m.jsonc");
    assert.match(refusal(`/*${" ".repeat(10_000_000)}`, "m.jsonc"), /a comment is not closed/);
  });
});
