import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import {
  encodeDefinition,
  type VerificationDefinition,
} from "../../core/verification/definition.ts";

const TEXT = `{
  "version": 1, "timeout_ms": 500, "sandboxes": { "box": { "description": "d" }, "b": { "description": "" } },
  "probes": [
    { "probe": "degradation-over-n", "id": "one", "tool": "t", "access": "mutating", "sandbox": "box",
      "arguments": { "z": 1.0, "a": [2] }, "max_attempts": 3 },
    { "probe": "latency-budget", "id": "two", "tool": "t", "access": "read_only", "arguments": {},
      "attempts": 2, "max_latency_ms": 5 }
  ]
}`;

function definition(
  fields: Partial<VerificationDefinition> = {},
  text = TEXT,
): VerificationDefinition {
  const { manifest } = loadManifest(text, "m.json");
  const [probeCase] = manifest.probes;
  assert.ok(probeCase);
  return {
    evaluator: { version: "1.2.3", sha256: "ab" },
    manifest,
    probeCase,
    target: { kind: "stdio", command: ["/bin/s", "x"] },
    launch: { executable: "/bin/s", artifacts: [["/bin/s", "cd"]] },
    ...fields,
  };
}

const STDIO =
  '{"case":{"access":"mutating","arguments":{"a":[2],"z":1.0},"id":"one","max_attempts":3,' +
  '"probe":"degradation-over-n","sandbox":"box","tool":"t"},' +
  '"contract":"mcpeval-verification/1","evaluator":"1.2.3","evaluator_sha256":"ab",' +
  '"manifest_version":1,"sandbox":{"description":"d"},"target":{"allow_remote_http":false,' +
  '"command":["/bin/s","x"],"launch_identity":{"artifacts":[["/bin/s","cd"]],' +
  '"executable":"/bin/s"},"url":null},"timeout_ms":500}';

Deno.test("a definition is canonical JSON of all that a verdict depends on", () => {
  assert.equal(encodeDefinition(definition()), STDIO);
  const target = { kind: "http", url: "https://e.test/mcp", allowRemote: true } as const;
  const { manifest } = definition();
  const [, probeCase] = manifest.probes;
  assert.ok(probeCase);
  assert.equal(
    encodeDefinition(definition({ target, launch: null, probeCase })),
    '{"case":{"access":"read_only","arguments":{},"attempts":2,"id":"two","max_latency_ms":5,' +
      '"probe":"latency-budget","sandbox":null,"tool":"t"},' +
      '"contract":"mcpeval-verification/1","evaluator":"1.2.3","evaluator_sha256":"ab",' +
      '"manifest_version":1,"sandbox":null,"target":{"allow_remote_http":true,"command":null,' +
      '"launch_identity":null,"url":"https://e.test/mcp"},"timeout_ms":500}',
  );
});

Deno.test("formatting, the order of keys, other cases and other sandboxes make no difference", () => {
  const other = JSON.stringify({
    probes: [{
      max_attempts: 3,
      arguments: { a: [2], z: 0.5 },
      sandbox: "box",
      access: "mutating",
      tool: "t",
      id: "one",
      probe: "degradation-over-n",
    }],
    sandboxes: { box: { description: "d" } },
    timeout_ms: 500,
    version: 1,
  }).replace('"z":0.5', '"z":1.0');
  assert.equal(encodeDefinition(definition({}, other)), STDIO);
});
