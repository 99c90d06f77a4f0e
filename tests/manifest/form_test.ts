/** Missing, unknown, repeated and mistyped fields; what null and integers mean. */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import { caseRefusal, document, loadedCase, MINIMAL, refusal, sample } from "./samples.ts";

const PAGINATION = sample("pagination");
const KINDS = "contention, error-honesty, state-recovery, discovery-cost, token-cost, " +
  "schema-guessability, degradation-over-n, instruction-fidelity, latency-budget, pagination, " +
  "payload-bounds, surface-listing, output-schema, cancellation, protocol-negotiation, " +
  "sampling, elicitation, resource-subscription, completion, workflow";

for (
  const [name, text, message] of [
    [
      "version missing",
      '{\n"probes": []}',
      "manifest version is missing (m.json:1)",
    ],
    [
      "probes missing",
      '{"version": 1}',
      "manifest probes is missing (m.json:1)",
    ],
    [
      "probes null",
      '{"version": 1,\n"probes": null}',
      "manifest probes must be an array (m.json:2)",
    ],
    [
      "unknown field",
      document([PAGINATION], { probe: 1 }),
      "manifest has the unknown field probe; " +
      "the fields are $schema, version, timeout_ms, sandboxes, probes (m.json:3)",
    ],
    [
      "unknown field whose name is no identifier",
      document([PAGINATION], { "hunter2 is secret": 1 }),
      "manifest has an unknown field; " +
      "the fields are $schema, version, timeout_ms, sandboxes, probes (m.json:3)",
    ],
    [
      "__proto__ as a field",
      document([PAGINATION], JSON.parse('{"__proto__": 1}')),
      "manifest has an unknown field; " +
      "the fields are $schema, version, timeout_ms, sandboxes, probes (m.json:3)",
    ],
    [
      "$schema not a string",
      document([PAGINATION], { $schema: 1 }),
      "manifest $schema must be a string (m.json:3)",
    ],
    [
      "timeout_ms a string",
      document([PAGINATION], { timeout_ms: "5000" }),
      "manifest timeout_ms must be an integer of at most 64 bits without fraction or exponent or null (m.json:3)",
    ],
    [
      "sandboxes null",
      document([PAGINATION], { sandboxes: null }),
      "manifest sandboxes must be an object (m.json:3)",
    ],
    [
      "sandboxes a positional array",
      document([PAGINATION], { sandboxes: [] }),
      "manifest sandboxes must be an object (m.json:3)",
    ],
    [
      "a sandbox without description",
      document([PAGINATION], { sandboxes: { box: {} } }),
      "manifest sandboxes.description is missing (m.json:4)",
    ],
    [
      "a sandbox with another field",
      document([PAGINATION], { sandboxes: { box: { description: "d", path: "x" } } }),
      "manifest sandboxes has the unknown field path; the fields are description (m.json:6)",
    ],
    [
      "a sandbox that is a string",
      document([PAGINATION], { sandboxes: { box: "d" } }),
      "manifest sandboxes must be an object (m.json:4)",
    ],
    [
      "a case that is a string",
      document(["pagination"]),
      "manifest probes[0] must be an object (m.json:4)",
    ],
    [
      "a case without probe and id",
      document([PAGINATION, { access: "read_only" }]),
      "manifest probes[1] probe is missing (m.json:10)",
    ],
    [
      "a case without probe",
      document([{ id: "a" }]),
      "probe case a: probe is missing (m.json:4)",
    ],
    [
      "an unknown kind",
      document([{ id: "a", probe: "Pagination" }]),
      `probe case a: probe must be one of ${KINDS} (m.json:6)`,
    ],
    [
      "a kind that is no string",
      document([{ probe: ["pagination"] }]),
      `manifest probes[0] probe must be one of ${KINDS} (m.json:5)`,
    ],
    [
      "a repeated field of the document",
      '{"version": 1, "probes": [],\n"probes": []}',
      "manifest has the field probes twice (m.json:2)",
    ],
    [
      "a repeated field of a sandbox",
      '{"version": 1, "sandboxes": {"b": {"description": "x",\n"description": "y"}}, "probes": []}',
      "manifest sandboxes has the field description twice (m.json:2)",
    ],
  ] as const
) {
  Deno.test(`manifest form: ${name} is refused`, () => {
    assert.equal(refusal(text), message);
  });
}

Deno.test("manifest form: $schema is accepted and left out", () => {
  const { manifest } = loadManifest(document([PAGINATION], { $schema: "./s.json" }), "m.json");
  assert.deepEqual(Object.keys(manifest), ["version", "timeout_ms", "sandboxes", "probes"]);
});

for (const [kind, fields] of Object.entries(MINIMAL)) {
  Deno.test(`manifest form: ${kind} without a required field is refused`, () => {
    for (const field of Object.keys(fields).filter((name) => name !== "id")) {
      assert.equal(
        caseRefusal(kind, { [field]: undefined }),
        `probe case a: ${kind} ${field} is missing (m.json:4)`,
      );
    }
    assert.equal(caseRefusal(kind, { id: undefined }), `${kind} id is missing (m.json:4)`);
  });

  Deno.test(`manifest form: ${kind} refuses null for a required field`, () => {
    for (const field of Object.keys(fields).filter((name) => name !== "id")) {
      const message = caseRefusal(kind, { [field]: null });
      assert.ok(message.startsWith(`probe case a: ${kind} ${field} must be `), message);
    }
    assert.equal(caseRefusal(kind, { id: null }), `${kind} id must be a string (m.json:6)`);
  });

  Deno.test(`manifest form: ${kind} refuses an unknown and a repeated field`, () => {
    const unknown = caseRefusal(kind, { retries: 1 });
    assert.ok(
      unknown.startsWith(`probe case a: ${kind} has the unknown field retries; the fields are `),
      unknown,
    );
    const text = document([sample(kind)]);
    assert.equal(
      refusal(text.replace('"id": "a"', '"id": "a",\n"id": "a"')),
      `probe case a: ${kind} has the field id twice (m.json:7)`,
    );
    assert.equal(
      refusal(text.replace('"probe":', `"probe": "${kind}",\n"probe":`)),
      `probe case a: ${kind} has the field probe twice (m.json:6)`,
    );
  });
}

Deno.test("manifest form: kinds without a sandbox refuse even null for it", () => {
  const kinds = [
    "workflow",
    "discovery-cost",
    "token-cost",
    "pagination",
    "surface-listing",
    "protocol-negotiation",
    "resource-subscription",
    "completion",
  ];
  for (const kind of kinds) {
    assert.match(caseRefusal(kind, { sandbox: null }), /has the unknown field sandbox; /);
  }
});

Deno.test("manifest form: null means absent for the optional fields that allow it", () => {
  const { manifest } = loadManifest(document([PAGINATION], { timeout_ms: null }), "m.json");
  assert.equal(manifest.timeout_ms, null);
  assert.equal(loadedCase("contention", { sandbox: null })["sandbox"], null);
  assert.equal(loadedCase("token-cost", { max_tool_tokens: null })["max_tool_tokens"], null);
  const subscription = { trigger_tool: null, trigger_arguments: null };
  assert.deepEqual(loadedCase("resource-subscription", subscription), {
    probe: "resource-subscription",
    id: "a",
    access: "read_only",
    uri: "demo://counter",
    trigger_tool: null,
    trigger_arguments: null,
    max_wait_seconds: 5,
  });
  const expect = { outcome: "error", error_code: null };
  assert.deepEqual(loadedCase("instruction-fidelity", { expect })["expect"], {
    outcome: "error",
    required_result_fields: [],
    equals: {},
    required_result_paths: [],
    equals_paths: {},
    error_code: null,
  });
});

Deno.test("manifest form: null is refused for the other optional fields", () => {
  assert.equal(
    caseRefusal("cancellation", { require_honored: null }),
    "probe case a: cancellation require_honored must be true or false (m.json:12)",
  );
  for (
    const [field, type] of [
      ["required_result_fields", "an array"],
      ["equals", "an object"],
      ["required_result_paths", "an array"],
      ["equals_paths", "an object"],
    ] as const
  ) {
    assert.equal(
      caseRefusal("instruction-fidelity", { expect: { outcome: "ok", [field]: null } }),
      `probe case a: instruction-fidelity expect.${field} must be ${type} (m.json:12)`,
    );
  }
});

Deno.test("manifest form: integers are written as integers", () => {
  const text = document([sample("degradation-over-n", { max_attempts: "N" })]);
  for (const literal of ["5.0", "5e0", "50E-1", '"5"', "-0", "2.5", "true", "1e2"]) {
    assert.equal(
      refusal(text.replace('"N"', literal)),
      "probe case a: degradation-over-n max_attempts must be " +
        "an integer of at most 64 bits without fraction or exponent (m.json:10)",
    );
  }
  for (const literal of ["-1", "0", "4294967296", "18446744073709551615"]) {
    assert.equal(
      refusal(text.replace('"N"', literal)),
      "probe case a: max_attempts must be between 2 and 100 (m.json:10)",
    );
  }
  assert.equal(
    refusal('{"version": 1.0, "probes": []}'),
    "manifest version must be an integer of at most 64 bits without fraction or exponent (m.json:1)",
  );
});

Deno.test("manifest form: in free-form objects the last of a repeated key wins", () => {
  const text = `{"version": 1,
    "sandboxes": {"b": {"description": "first"}, "b": {"description": "last"}},
    "probes": [{"probe": "instruction-fidelity", "id": "a", "access": "read_only", "tool": "t",
      "arguments": {"x": 1, "y": {"z": 1, "z": 2}, "x": 3},
      "expect": {"outcome": "ok", "equals": {"s": 1, "s": 2}, "equals_paths": {"/s": 1, "/s": 2}}
    }]}`;
  const { manifest } = loadManifest(text, "m.json");
  assert.deepEqual(manifest.sandboxes, { b: { description: "last" } });
  const [only] = manifest.probes;
  assert.ok(only?.probe === "instruction-fidelity");
  assert.deepEqual(only.arguments, { x: 3, y: { z: 2 } });
  assert.deepEqual(only.expect.equals, { s: 2 });
  assert.deepEqual(only.expect.equals_paths, { "/s": 2 });
});

Deno.test("manifest form: arguments and expected values keep their exact numbers", () => {
  const text = `{"version": 1, "probes": [
    {"probe": "instruction-fidelity", "id": "a", "access": "read_only", "tool": "t",
      "arguments": {"i": 9007199254740993, "f": 1.0, "n": -0, "__proto__": {"x": 2e0}},
      "expect": {"outcome": "ok", "equals": {"i": 18446744073709551615, "f": 1e2, "h": 0.5}}
    }]}`;
  const [only] = loadManifest(text, "m.json").manifest.probes;
  assert.ok(only?.probe === "instruction-fidelity");
  assert.equal(only.arguments["i"], 9007199254740993n);
  assert.deepEqual(only.arguments["f"], Object(1));
  assert.ok(Object.is(only.arguments["n"], -0));
  assert.deepEqual(Object.keys(only.arguments), ["i", "f", "n", "__proto__"]);
  assert.deepEqual(Object.getOwnPropertyDescriptor(only.arguments, "__proto__")?.value, {
    x: Object(2),
  });
  assert.equal(only.expect.equals["i"], 18446744073709551615n);
  assert.deepEqual(only.expect.equals["f"], Object(100));
  assert.equal(only.expect.equals["h"], 0.5);
});

Deno.test("manifest form: fields may come in any order and are put in the format's", () => {
  const reversed = Object.fromEntries(
    Object.entries(sample("cancellation", { require_honored: false })).reverse(),
  );
  const { manifest } = loadManifest(document([reversed]), "m.json");
  assert.deepEqual(Object.keys(manifest.probes[0] ?? {}), [
    "probe",
    "id",
    "tool",
    "access",
    "sandbox",
    "arguments",
    "grace_seconds",
    "require_honored",
    "reason",
  ]);
});

Deno.test("manifest form: an error of form is told before a broken rule of an earlier case", () => {
  const cases = [sample("pagination", { max_pages: 0 }), sample("pagination", { id: "b", x: 1 })];
  assert.match(refusal(document(cases, { version: 2 })), /^probe case b: .* unknown field x; /);
});

Deno.test("manifest form: of several errors of form the first in the text is told", () => {
  assert.match(caseRefusal("pagination", { max_pages: "5", x: 1 }), /max_pages must be an integer/);
  const reordered = { x: 1, ...sample("pagination", { max_pages: "5" }) };
  assert.match(refusal(document([reordered])), /unknown field x; /);
});
