/** The file form, the normal form and its digest. */

import assert from "node:assert/strict";
import { normalSha256, sha256 } from "../../core/manifest/digest.ts";
import { loadManifest } from "../../core/manifest/load.ts";
import type { Manifest } from "../../core/manifest/types.ts";
import { encodeManifest, normalCase, writeManifest } from "../../core/manifest/write.ts";
import { document, type Fields, MINIMAL, sample } from "./samples.ts";

function load(text: string): Manifest {
  return loadManifest(text, "m.json").manifest;
}

/** The compact normal form of a manifest of one case, without what is around the case. */
function encodedCase(kind: string, fields: Fields = {}): string {
  const text = encodeManifest(load(document([sample(kind, fields)])));
  const [, inner] = /^\{"version":1,"sandboxes":\{\},"probes":\[(.*)\]\}$/.exec(text) ?? [];
  assert.ok(inner !== undefined, text);
  return inner;
}

const FILE = `{
  "version": 1,
  "sandboxes": {},
  "probes": [
    {
      "probe": "token-cost",
      "id": "token-budget",
      "access": "read_only",
      "max_total_tokens": 1200,
      "max_tool_tokens": 200
    },
    {
      "probe": "latency-budget",
      "id": "describe_status-latency",
      "tool": "describe_status",
      "access": "read_only",
      "sandbox": null,
      "arguments": {
        "aspects": [
          "load",
          {}
        ],
        "exact": 9007199254740993,
        "ratio": 1.0,
        "tiny": 1e-7
      },
      "attempts": 3,
      "max_latency_ms": 1000
    },
    {
      "probe": "payload-bounds",
      "id": "report_weather-payload",
      "tool": "report_weather",
      "access": "read_only",
      "sandbox": null,
      "arguments": {},
      "field": "city",
      "size_bytes": 1000000,
      "expect_handled": false
    }
  ]
}
`;

Deno.test("manifest file: what is written is what was read", () => {
  assert.equal(writeManifest(load(FILE)), FILE);
});

Deno.test("manifest file: a time limit and sandboxes come before the cases", () => {
  const sandboxes = { b: { description: "\u00e9\n".trim() }, a: { description: "" } };
  const text = writeManifest(
    load(document([sample("pagination")], { sandboxes, timeout_ms: 100 })),
  );
  assert.equal(
    text,
    `{
  "version": 1,
  "timeout_ms": 100,
  "sandboxes": {
    "a": {
      "description": ""
    },
    "b": {
      "description": "\u00e9"
    }
  },
  "probes": [
    {
      "probe": "pagination",
      "id": "a",
      "access": "read_only",
      "max_pages": 5
    }
  ]
}
`,
  );
});

Deno.test("manifest file: members of a made manifest are put in order", () => {
  const made = load(FILE);
  const scrambled = {
    probes: made.probes.map((probeCase) => Object.fromEntries(Object.entries(probeCase).reverse())),
    sandboxes: {},
    timeout_ms: null,
    version: 1,
  } as unknown as Manifest;
  assert.equal(writeManifest(scrambled), FILE);
});

for (
  const [kind, encoded] of [
    [
      "workflow",
      '{"probe":"workflow","id":"a","access":"read_only","repetitions":1,"steps":[' +
      '{"tool":"t","arguments":{},"expect":{"outcome":"ok","required_result_fields":[],' +
      '"equals":{},"error_code":null}},' +
      '{"tool":"t","arguments":{},"expect":{"outcome":"ok","required_result_fields":[],' +
      '"equals":{},"error_code":null}}]}',
    ],
    [
      "contention",
      '{"probe":"contention","id":"a","tool":"t","access":"read_only","sandbox":null,"arguments":{}}',
    ],
    [
      "error-honesty",
      '{"probe":"error-honesty","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"max_attempts":3,"expect_retryable":true}',
    ],
    [
      "state-recovery",
      '{"probe":"state-recovery","id":"a","failure_tool":"f","failure_arguments":{},' +
      '"recovery_tool":"r","recovery_arguments":{},"validation_tool":"v",' +
      '"validation_arguments":{},"access":"read_only","sandbox":null}',
    ],
    [
      "discovery-cost",
      '{"probe":"discovery-cost","id":"a","access":"read_only","max_tools":10,"max_schema_bytes":1000}',
    ],
    [
      "token-cost",
      '{"probe":"token-cost","id":"a","access":"read_only","max_total_tokens":1000,"max_tool_tokens":null}',
    ],
    [
      "schema-guessability",
      '{"probe":"schema-guessability","id":"a","tool":"t","access":"read_only","sandbox":null,"arguments":{}}',
    ],
    [
      "degradation-over-n",
      '{"probe":"degradation-over-n","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"max_attempts":3}',
    ],
    [
      "instruction-fidelity",
      '{"probe":"instruction-fidelity","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"expect":{"outcome":"ok","required_result_fields":[],"equals":{},' +
      '"error_code":null}}',
    ],
    [
      "latency-budget",
      '{"probe":"latency-budget","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"attempts":3,"max_latency_ms":1000}',
    ],
    ["pagination", '{"probe":"pagination","id":"a","access":"read_only","max_pages":5}'],
    [
      "payload-bounds",
      '{"probe":"payload-bounds","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"field":"city","size_bytes":100,"expect_handled":false}',
    ],
    ["surface-listing", '{"probe":"surface-listing","id":"a","access":"read_only","max_pages":5}'],
    [
      "output-schema",
      '{"probe":"output-schema","id":"a","tool":"t","access":"read_only","sandbox":null,"arguments":{}}',
    ],
    [
      "cancellation",
      '{"probe":"cancellation","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"grace_seconds":2,"require_honored":true,"reason":"user"}',
    ],
    [
      "protocol-negotiation",
      '{"probe":"protocol-negotiation","id":"a","access":"read_only","bogus_version":"2000-01-01"}',
    ],
    [
      "sampling",
      '{"probe":"sampling","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"max_requests":2}',
    ],
    [
      "elicitation",
      '{"probe":"elicitation","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{},"max_requests":2,"respond":"accept"}',
    ],
    [
      "resource-subscription",
      '{"probe":"resource-subscription","id":"a","access":"read_only","uri":"demo://counter",' +
      '"trigger_tool":null,"trigger_arguments":null,"max_wait_seconds":5}',
    ],
    [
      "completion",
      '{"probe":"completion","id":"a","access":"read_only","ref_uri":"greeting",' +
      '"ref_type":"ref/prompt","argument_name":"name","argument_value":"Al","max_values":10}',
    ],
  ] as const
) {
  Deno.test(`manifest normal form: ${kind}`, () => {
    assert.equal(encodedCase(kind), encoded);
  });
}

Deno.test("manifest normal form: the time limit only when set, sandboxes always", () => {
  const cases = [sample("pagination")];
  const encoded = '{"probe":"pagination","id":"a","access":"read_only","max_pages":5}';
  assert.equal(
    encodeManifest(load(document(cases, { timeout_ms: null }))),
    `{"version":1,"sandboxes":{},"probes":[${encoded}]}`,
  );
  const sandboxes = { z: { description: "1" }, B: { description: "2" } };
  assert.equal(
    encodeManifest(load(document(cases, { $schema: "x", sandboxes, timeout_ms: 100 }))),
    '{"version":1,"timeout_ms":100,' +
      '"sandboxes":{"B":{"description":"2"},"z":{"description":"1"}},' +
      `"probes":[${encoded}]}`,
  );
});

Deno.test("manifest normal form: result paths only when there are any, maps sorted by bytes", () => {
  const expect = {
    outcome: "ok",
    equals_paths: { "/b": 1, "/B": null },
    required_result_paths: ["/z", "/a"],
    equals: { z: true, A: "x" },
    required_result_fields: ["z", "a"],
  };
  assert.equal(
    encodedCase("instruction-fidelity", { expect, arguments: { "9": 1, "10": { b: 1, a: 2 } } }),
    '{"probe":"instruction-fidelity","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{"10":{"a":2,"b":1},"9":1},"expect":{"outcome":"ok",' +
      '"required_result_fields":["z","a"],"equals":{"A":"x","z":true},' +
      '"required_result_paths":["/z","/a"],"equals_paths":{"/B":null,"/b":1},"error_code":null}}',
  );
});

Deno.test("manifest normal form: keys beyond the basic plane sort by UTF-8", () => {
  assert.equal(
    encodedCase("contention", { arguments: { "\u{1f600}": 1, "\uff5e": 2 } }),
    '{"probe":"contention","id":"a","tool":"t","access":"read_only","sandbox":null,' +
      '"arguments":{"\uff5e":2,"\u{1f600}":1}}',
  );
});

Deno.test("manifest normal form: a case alone has the same members", () => {
  const { probes } = load(document([sample("instruction-fidelity")]));
  assert.ok(probes[0]);
  const normal = normalCase(probes[0]);
  assert.deepEqual(normal, {
    probe: "instruction-fidelity",
    id: "a",
    tool: "t",
    access: "read_only",
    sandbox: null,
    arguments: {},
    expect: { outcome: "ok", required_result_fields: [], equals: {}, error_code: null },
  });
});

Deno.test("manifest digest: layout, order, null and comments make no difference", () => {
  // By sha256sum, of the one line that the normal form is.
  const digest = "bc4381e0b36ca7286ebae296ba976cfdc58b0446f2068994f606108bf5350c57";
  assert.equal(normalSha256(load(document([sample("token-cost")]))), digest);
  const other = `{ // budget
    "probes": [{"max_tool_tokens": null, "max_total_tokens": 1000, "access": "read_only",
      "id": "a", "probe": "token-cost"}],
    "timeout_ms": null, "sandboxes": {}, "version": 1, }`;
  assert.equal(normalSha256(loadManifest(other, "m.jsonc").manifest), digest);
  assert.notEqual(normalSha256(load(document([sample("token-cost", { id: "b" })]))), digest);
});

Deno.test("manifest digest: text is hashed as UTF-8", () => {
  // The vectors of FIPS 180-4 for the empty message and "abc".
  assert.equal(sha256(""), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
  assert.equal(
    sha256(new Uint8Array([0x61, 0x62, 0x63])),
    "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad",
  );
});

Deno.test("manifest file: every kind survives writing and reading", () => {
  const cases = Object.keys(MINIMAL).map((kind, index) => sample(kind, { id: `c${index}` }));
  const manifest = load(document(cases));
  assert.deepEqual(load(writeManifest(manifest)), manifest);
  assert.deepEqual(load(encodeManifest(manifest)), manifest);
});
