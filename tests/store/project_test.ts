import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { projectCall } from "../../store/project.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { anyJson, anyText } from "../capture/json.ts";

const TOKEN = `session:${"0".repeat(64)}`;
const CALL: JsonObject = {
  identity: {
    capture_id: "5c7b0f9e-1d2c-4b3a-9f8e-7d6c5b4a3f2e",
    event_id: "0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d",
  },
  ts: "2026-03-04T05:06:07.089Z",
  session: TOKEN,
  seq: 1,
  server: "x",
  method: "tools/call",
  tool: "t",
  args: { a: "num:1" },
  latency_ms: 3,
  outcome: "error",
  error: { code: -1 },
  shim_self_us: 5,
  kind: "real",
};

/** A member of the projection of the sample with one member replaced. */
function projected(member: string, value: Json): unknown {
  const call = projectCall({ ...CALL, [member]: value });
  assert.ok(call !== null, `${member} made the record malformed`);
  return (call as unknown as JsonObject)[member];
}

Deno.test("a valid record stays as it is, byte for byte and in the order of the file", () => {
  const line = '{"identity":{"capture_id":"5c7b0f9e-1d2c-4b3a-9f8e-7d6c5b4a3f2e",' +
    '"event_id":"0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d"},"ts":"2026-03-04T05:06:07.089Z",' +
    `"session":"${TOKEN}","seq":1,"server":"x","method":"tools/call","tool":"t",` +
    '"args":{"a":"num:1","b":{"array":2,"items":"str<8"}},"latency_ms":3,"outcome":"error",' +
    '"error":{"code":1.0,"layer":"str<8","retryable":true,"kind":"str<32",' +
    '"template":"{message}","template_id":"0123456789abcdef"},"shim_self_us":5,"kind":"real"}\n';
  const shuffled = Object.fromEntries(Object.entries(parseJson(line) as JsonObject).reverse());
  const call = projectCall(shuffled);
  assert.equal(new TextDecoder().decode(encodeRecord(call ?? {})), line);
});

Deno.test("what breaks its grammar is replaced", () => {
  const replaced: [member: string, value: Json, kept: unknown][] = [
    ["ts", "yesterday", "unknown"],
    [
      "session",
      "sess-1",
      "session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c",
    ],
    ["session", `session:${"A".repeat(64)}`, `session:${"a".repeat(64)}`],
    ["server", "my server", "invalid"],
    ["server", "", "invalid"],
    ["method", "tools//call", "unparsed/metadata"],
    ["method", "unparsed/outbound", "unparsed/outbound"],
    ["tool", "my tool", undefined],
    ["tool", null, undefined],
    ["args", null, undefined],
    ["args", ["a secret"], { array: 1, items: "str<8" }],
    ["latency_ms", null, undefined],
    ["outcome", "notification", "unknown"],
    ["outcome", "unparsed", "unparsed"],
    ["error", null, undefined],
    ["error", {}, {}],
    ["error", { code: "a secret", layer: "a secret", kind: "str<512", extra: "a secret" }, {
      code: "str<8",
      layer: "str<8",
      kind: "str<512",
    }],
    ["error", { code: null, template: "a secret", template_id: "A SECRET" }, {
      code: null,
      template: "{message}",
    }],
    ["kind", "synthetic", "synthetic"],
    ["kind", "a secret", "unparsed"],
  ];
  for (const [member, value, kept] of replaced) {
    assert.deepEqual([member, projected(member, value)], [member, kept]);
  }
});

Deno.test("unknown members are dropped", () => {
  assert.equal(projected("note", "a secret"), undefined);
  assert.deepEqual(Object.keys(projectCall({ ...CALL, __secret: 1 }) ?? {}), Object.keys(CALL));
});

Deno.test("a record of an older program has no identity, and gets none", () => {
  assert.equal(projected("identity", null), undefined);
  const { identity: _, ...legacy } = CALL;
  assert.deepEqual(Object.keys(projectCall(legacy) ?? {})[0], "ts");
});

Deno.test("identities are UUIDs of version 4 in lower case", () => {
  const upper = {
    capture_id: "5C7B0F9E-1D2C-4B3A-9F8E-7D6C5B4A3F2E",
    event_id: "0A1B2C3D-4E5F-4A6B-8C7D-9E8F7A6B5C4D",
  };
  assert.deepEqual(projected("identity", upper), CALL["identity"]);
});

Deno.test("a missing member, one of the wrong type, half an identity: malformed", () => {
  for (
    const member of ["ts", "session", "seq", "server", "method", "outcome", "shim_self_us", "kind"]
  ) {
    const { [member]: _, ...without } = CALL;
    assert.equal(projectCall(without), null, member);
    assert.equal(projectCall({ ...CALL, [member]: null }), null, member);
  }
  const { capture_id, event_id } = CALL["identity"] as { capture_id: string; event_id: string };
  const wrong: [member: string, value: Json][] = [
    ["seq", -1],
    ["seq", parseJson("1.0")],
    ["seq", "1"],
    ["seq", 2n ** 64n],
    ["seq", 2n ** 53n],
    ["latency_ms", 2n ** 53n],
    ["shim_self_us", 2n ** 53n],
    ["latency_ms", 1.5],
    ["latency_ms", "3"],
    ["shim_self_us", -1],
    ["tool", 5],
    ["server", {}],
    ["error", "a secret"],
    ["error", []],
    ["error", { layer: 1 }],
    ["error", { retryable: "yes" }],
    ["error", { template: 5 }],
    ["error", { kind: [] }],
    ["identity", {}],
    ["identity", { capture_id }],
    ["identity", { capture_id, event_id, more: 1 }],
    ["identity", { capture_id, event_id: event_id.replace("-4a", "-1a") }],
    ["identity", { capture_id, event_id: event_id.replace("-8", "-7") }],
    ["identity", { capture_id, event_id: "x" }],
    ["identity", { capture_id, event_id: event_id.replaceAll("-", "") }],
    ["identity", { capture_id, event_id: `{${event_id}}` }],
    ["identity", { capture_id: `urn:uuid:${capture_id}`, event_id }],
  ];
  for (const [member, value] of wrong) {
    assert.equal(projectCall({ ...CALL, [member]: value }), null, `${member} ${encodeJson(value)}`);
  }
  for (const value of [null, true, 1, "x", []]) assert.equal(projectCall(value), null);
});

/** Everything that a record may hold, written down a second time. */
const GRAMMAR: { [member: string]: RegExp } = {
  ts: /^(unknown|\d{4}-\d\d-\d\d[Tt ]\d\d:\d\d:\d\d(\.\d+)?([Zz]|[+-]\d\d:\d\d))$/,
  session: /^session:[0-9a-f]{64}$/,
  seq: /^\d+$/,
  server: /^[\w.:-]{1,128}$/,
  method: /^[\w.:/-]{1,128}$/,
  tool: /^[\w.:-]{1,128}$/,
  latency_ms: /^\d+$/,
  outcome: /^(ok|error|unknown|unparsed)$/,
  shim_self_us: /^\d+$/,
  kind: /^(real|synthetic|unparsed)$/,
};
const KEY = /^([A-Za-z_$][\w.:$-]{0,63}|str(<8|<32|<128|<512|<4096|>4096)(#\d+)?)$/;
const WORD =
  /^(null|bool:(true|false)|uuid|empty|str(<8|<32|<128|<512|<4096|>4096)|num:-?\d[\d.eE+-]*|url:[A-Za-z0-9.-]{1,253}|enum:[\w.:-]{1,128})$/;

function assertShape(shape: Json): void {
  if (typeof shape === "string") return assert.match(shape, WORD);
  assert.ok(typeof shape === "object" && shape !== null && !Array.isArray(shape));
  for (const [key, member] of Object.entries(shape)) {
    assert.match(key, KEY);
    if (typeof member === "number" || typeof member === "bigint") {
      assert.ok(key === "array" || key === "object");
    } else assertShape(member as Json);
  }
}

Deno.test("whatever a record holds, its projection is in the grammar and stable", () => {
  const member = fc.oneof(anyText(), anyJson());
  const record = fc.record(
    Object.fromEntries([...Object.keys(CALL), "extra", "__proto__"].map((key) => [key, member])),
    { requiredKeys: [] },
  );
  let accepted = 0;
  fc.assert(
    fc.property(record, fc.subarray(Object.keys(CALL), { minLength: 9 }), (fuzzed, valid) => {
      const sample = Object.fromEntries(valid.map((key) => [key, CALL[key] ?? null]));
      const call = projectCall({ ...fuzzed, ...sample } as JsonObject);
      if (call === null) return;
      accepted++;
      const { identity: _, args, error: __, ...plain } = call;
      for (const [key, value] of Object.entries(plain)) {
        const grammar = GRAMMAR[key];
        assert.ok(grammar !== undefined, key);
        assert.match(String(value), grammar);
      }
      if (args !== undefined) assertShape(args as Json);
      const line = encodeRecord(call);
      const again = projectCall(parseJson(new TextDecoder().decode(line)));
      assert.deepEqual(encodeRecord(again ?? {}), line);
    }),
    { numRuns: 1000 },
  );
  assert.ok(accepted > 50, `only ${accepted} records were accepted`);
});
