import assert from "node:assert/strict";
import * as fc from "fast-check";
import type { ToolName } from "../../core/labels.ts";
import { type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import {
  argumentsDigest,
  equalProfiles,
  measurementProfile,
  readProfile,
} from "../../core/readiness/profile.ts";
import type { MeasurementProfile } from "../../core/report/readiness.ts";
import { profileOf } from "./observed.ts";

const EVALUATOR = { version: "0.9.0", os: "linux", arch: "x86_64" };
const DEFAULTS = { attested: false, skipTools: [], argumentsFile: null };
const DIGEST = "44136fa355b3678a1146ad16f7e8649e94fb4fc21fe77e8310c060f61caaff8a";

Deno.test("a profile names the evaluator, the machine and the user's choices", () => {
  assert.deepEqual(measurementProfile(EVALUATOR, DEFAULTS), {
    schema: "mcpeval.measurement-profile/v1",
    evaluator_version: "0.9.0",
    platform: "linux",
    architecture: "x86_64",
    client_capabilities: "none",
    attested_read_only: false,
    skip_tools: [],
    call_timeout_ms: 15000,
    repeats: 3,
  });
  const profile = measurementProfile({ version: "1.2.3-rc.1", os: "darwin", arch: "aarch64" }, {
    attested: true,
    skipTools: ["b", "a", "B", "a"] as ToolName[],
    argumentsFile: {},
  });
  assert.deepEqual(profile, {
    schema: "mcpeval.measurement-profile/v1",
    evaluator_version: "1.2.3-rc.1",
    platform: "macos",
    architecture: "aarch64",
    client_capabilities: "none",
    attested_read_only: true,
    skip_tools: ["B", "a", "b"],
    call_timeout_ms: 15000,
    repeats: 3,
    arguments_sha256: DIGEST,
  });
});

Deno.test("Windows keeps its name", () => {
  const { platform } = measurementProfile({ ...EVALUATOR, os: "windows" }, DEFAULTS);
  assert.equal(platform, "windows");
});

Deno.test("the digest of the arguments does not depend on spaces or the order of keys", () => {
  const digest = (text: string) => argumentsDigest(parseJson(text) as Record<string, JsonObject>);
  assert.equal(digest("{}"), DIGEST);
  assert.equal(digest('{"a":{"x":1,"y":2},"b":{}}'), digest('{ "b": {}, "a": {"y":2, "x":1} }'));
  assert.notEqual(digest('{"a":{"x":1}}'), digest('{"a":{"x":1.0}}'));
  assert.equal(digest('{"a":{"x":2.50}}'), digest('{"a":{"x":2.5}}'));
});

Deno.test("profiles are equal when all members are", () => {
  assert.ok(equalProfiles(profileOf(), profileOf()));
  assert.ok(equalProfiles(
    profileOf({ skip_tools: ["a", "b"], arguments_sha256: DIGEST }),
    profileOf({ skip_tools: ["a", "b"], arguments_sha256: DIGEST }),
  ));
  const changes: Partial<MeasurementProfile>[] = [
    { evaluator_version: "0.9.1" },
    { platform: "macos" },
    { architecture: "aarch64" },
    { attested_read_only: true },
    { skip_tools: ["a"] },
    { call_timeout_ms: 14_999 },
    { repeats: 5 },
    { arguments_sha256: DIGEST },
  ];
  for (const change of changes) assert.equal(equalProfiles(profileOf(), profileOf(change)), false);
  assert.equal(
    equalProfiles(profileOf({ skip_tools: ["a", "b"] }), profileOf({ skip_tools: ["a", "c"] })),
    false,
  );
});

/** A written profile with a member changed, or removed when the value is undefined. */
function written(member: string, value: Json | undefined): JsonObject {
  const profile: JsonObject = { ...profileOf() };
  if (value === undefined) delete profile[member];
  else profile[member] = value;
  return profile;
}

Deno.test("a profile is read as it was written", () => {
  const full = profileOf({ skip_tools: ["A", "a"], arguments_sha256: DIGEST });
  assert.deepEqual(readProfile({ ...full }), full);
  assert.deepEqual(readProfile(written("arguments_sha256", null)), profileOf());
  assert.equal("arguments_sha256" in (readProfile({ ...profileOf() }) ?? full), false);
});

Deno.test("a profile of another evaluator is read within the grammar", () => {
  const accepted: [keyof MeasurementProfile, Json][] = [
    ["evaluator_version", "1.2.3-a"],
    ["evaluator_version", "01.2.3"],
    ["evaluator_version", "1.2.3-a..b"],
    ["evaluator_version", "1.2.3--"],
    ["evaluator_version", "1.2.3-a.b+c.01"],
    ["evaluator_version", `1.2.3-${"a".repeat(58)}`],
    ["platform", "freebsd"],
    ["platform", "l_.:-9"],
    ["platform", "l".repeat(64)],
    ["call_timeout_ms", 1],
    ["call_timeout_ms", 9007199254740993n],
    ["repeats", 5],
    ["attested_read_only", true],
    ["skip_tools", ["a.b", "a:b"]],
  ];
  for (const [member, value] of accepted) {
    assert.notEqual(readProfile(written(member, value)), null, `${member} ${value}`);
  }
});

Deno.test("anything else is no profile", () => {
  const refused: [string, Json | undefined][] = [
    ["schema", "mcpeval.measurement-profile/v2"],
    ["evaluator_version", "1.2"],
    ["evaluator_version", "1.2.3-"],
    ["evaluator_version", "1.2.3+"],
    ["evaluator_version", "v1.2.3"],
    ["evaluator_version", "1.2.3-a_b"],
    ["evaluator_version", "1.2.3+a+b"],
    ["evaluator_version", "1.2.3\n"],
    ["evaluator_version", `1.2.3-${"a".repeat(59)}`],
    ["evaluator_version", ""],
    ["platform", "1linux"],
    ["platform", "_x"],
    ["platform", "a b"],
    ["platform", ""],
    ["platform", "l".repeat(65)],
    ["architecture", "9x"],
    ["client_capabilities", "all"],
    ["attested_read_only", "false"],
    ["attested_read_only", null],
    ["skip_tools", null],
    ["skip_tools", [1]],
    ["skip_tools", ["a b"]],
    ["skip_tools", ["a", "a"]],
    ["skip_tools", ["b", "a"]],
    ["skip_tools", ["a", "B"]],
    ["call_timeout_ms", 0],
    ["call_timeout_ms", -1],
    ["call_timeout_ms", 1.5],
    ["call_timeout_ms", Object(1)],
    ["call_timeout_ms", "15000"],
    ["repeats", 0],
    ["arguments_sha256", "a"],
    ["arguments_sha256", "A".repeat(64)],
    ["arguments_sha256", "g".repeat(64)],
    ["extra", 1],
    ...Object.keys(profileOf()).map((member): [string, undefined] => [member, undefined]),
  ];
  for (const [member, value] of refused) {
    assert.equal(readProfile(written(member, value)), null, `${member} ${value}`);
  }
  for (const value of [undefined, null, [], "profile", 1]) assert.equal(readProfile(value), null);
});

Deno.test("reading never throws, and what it accepts it reads again to the same", () => {
  const member = fc.oneof(fc.jsonValue(), fc.constantFrom("none", "1.2.3", "linux", true, 3, []));
  const keys = Object.keys(profileOf());
  const document = fc.dictionary(fc.constantFrom(...keys, "arguments_sha256"), member);
  fc.assert(fc.property(document, (changes) => {
    const profile = readProfile({ ...profileOf(), ...changes as JsonObject });
    if (profile === null) return;
    assert.deepEqual(readProfile({ ...profile }), profile);
    assert.ok(equalProfiles(profile, profile));
  }));
});
