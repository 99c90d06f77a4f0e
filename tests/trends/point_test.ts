import assert from "node:assert/strict";
import fc from "fast-check";
import { IncompleteError } from "../../core/errors.ts";
import { pointDelta, readPoint, type TrendPoint } from "../../core/trends/point.ts";
import { PROFILE } from "../report/profile.ts";
import { lineOf, point, standardPoint } from "./points.ts";

Deno.test("a line is read with all its members", () => {
  const full = standardPoint(91);
  assert.deepEqual(readPoint(lineOf({ ...full })), full);
  assert.deepEqual(readPoint(lineOf({ ...point() })), point());
});

Deno.test("a null optional member is absent, unknown members are ignored", () => {
  const line = lineOf({
    ...point(),
    manifest_sha256: null,
    standard: null,
    measurement_profile: null,
    later: { ts: 1 },
  });
  assert.deepEqual(readPoint(line), point());
});

Deno.test("texts of other writers are not judged", () => {
  const other = point({ ts: "yesterday", server: "", manifest_sha256: "short", standard: "" });
  assert.deepEqual(readPoint(lineOf({ ...other })), other);
});

Deno.test("counts keep every digit up to 2⁶⁴−1", () => {
  const line = lineOf({ ...point() }).replace('"score":90', '"score":18446744073709551615');
  assert.equal(readPoint(line).score, 18446744073709551615n);
  const over = lineOf({ ...point() }).replace('"score":90', '"score":18446744073709551616');
  assert.throws(() => readPoint(over), { message: "score must be a whole number from 0 on" });
});

const WRONG: [string, unknown, string][] = [
  ["ts", 1, "ts must be a string"],
  ["server", null, "server must be a string"],
  ["passed", "true", "passed must be true or false"],
  ["cases_total", "3", "cases_total must be a whole number from 0 on"],
  ["cases_passed", -1, "cases_passed must be a whole number from 0 on"],
  ["score", 1.5, "score must be a whole number from 0 on"],
  ["manifest_sha256", 5, "manifest_sha256 must be a string"],
  ["standard", 7, "standard must be a string"],
  ["measurement_profile", {}, "measurement_profile must be a valid measurement profile"],
  [
    "measurement_profile",
    { ...PROFILE, later: 1 },
    "measurement_profile must be a valid measurement profile",
  ],
];

for (const [member, value, message] of WRONG) {
  Deno.test(`a line whose ${member} is ${JSON.stringify(value)} is refused`, () => {
    const line = lineOf({ ...standardPoint(91), [member]: value });
    assert.throws(() => readPoint(line), { name: "IncompleteError", message });
  });
}

for (const member of ["ts", "server", "passed", "cases_total", "cases_passed", "score"]) {
  Deno.test(`a line without ${member} is refused`, () => {
    const line = lineOf({ ...point(), [member]: undefined });
    assert.throws(() => readPoint(line), { message: new RegExp(`^${member} must be `) });
  });
}

Deno.test("a score written 1.0 is no whole number", () => {
  const line = lineOf({ ...point() }).replace('"score":90', '"score":1.0');
  assert.throws(() => readPoint(line), { message: "score must be a whole number from 0 on" });
});

const NO_RECORDS: [string, string][] = [
  ["oops", "not valid JSON"],
  ["{", "not valid JSON"],
  [`${lineOf({ ...point() })}x`, "not valid JSON"],
  ["\ufeff{}", "not valid JSON"],
  ["5", "it is no JSON object"],
  ["[]", "it is no JSON object"],
  ["null", "it is no JSON object"],
];

for (const [line, message] of NO_RECORDS) {
  Deno.test(`a line that holds ${JSON.stringify(line.slice(-9))} is refused`, () => {
    assert.throws(() => readPoint(line), { name: "IncompleteError", message });
  });
}

Deno.test("a known member may occur once only, an unknown one as often as it likes", () => {
  const line = lineOf({ ...standardPoint(91) });
  const twice = (inserted: string) => readPoint(line.replace("{", `{${inserted},`));
  const message = "a member occurs twice";
  assert.throws(() => twice('"ts":"x"'), { message });
  assert.throws(() => twice('"\\u0074s":"x"'), { message });
  assert.throws(() => twice('"measurement_profile":null'), { message });
  assert.throws(() => readPoint(line.replace('"repeats":3', '"repeats":3,"repeats":3')), {
    message,
  });
  assert.equal(twice('"later":1,"later":2').score, 91);
  assert.equal(twice('"later":{"ts":1,"ts":2}').score, 91);
  assert.equal(twice('"later":[{"score":1,"score":2}]').score, 91);
});

Deno.test("property: any text is a point or a refusal that quotes nothing of it", () => {
  const secret = "s3cr3t";
  const values = fc.oneof(fc.json(), fc.string(), fc.constant(lineOf({ ...point() })));
  fc.assert(fc.property(values, fc.nat({ max: 200 }), (text, at) => {
    const line = text.slice(0, at) + secret + text.slice(at);
    try {
      readPoint(line);
    } catch (error) {
      assert.ok(error instanceof IncompleteError);
      assert.doesNotMatch(error.message, /s3cr3t/);
    }
  }));
});

const OTHER = { ...PROFILE, repeats: 4 };
const DELTAS: [string, TrendPoint, TrendPoint, string][] = [
  ["equal scores", standardPoint(91), standardPoint(91), "+0"],
  ["a higher score", standardPoint(84), standardPoint(91), "+7"],
  ["a lower score", standardPoint(91), standardPoint(84), "-7"],
  [
    "another manifest under one standard",
    standardPoint(91),
    standardPoint(92, { manifest_sha256: "ff" }),
    "+1",
  ],
  [
    "another standard, whatever else changed",
    standardPoint(91),
    standardPoint(84, { standard: "mcpeval-standard/3", measurement_profile: OTHER }),
    "standard changed",
  ],
  ["a first standard", point(), standardPoint(84), "standard changed"],
  ["a standard that is gone", standardPoint(84), point(), "standard changed"],
  [
    "another profile",
    standardPoint(91),
    standardPoint(84, { measurement_profile: OTHER }),
    "measurement profile changed",
  ],
  [
    "no profile before",
    point({ standard: "mcpeval-standard/2" }),
    standardPoint(84),
    "measurement profile unavailable",
  ],
  [
    "no profile on either side",
    point({ standard: "mcpeval-standard/2" }),
    point({ standard: "mcpeval-standard/2" }),
    "measurement profile unavailable",
  ],
  [
    "an older point under one manifest",
    point({ manifest_sha256: "a" }),
    point({ manifest_sha256: "a", score: 1 }),
    "-89",
  ],
  [
    "an older point with its first profile",
    point(),
    point({ measurement_profile: PROFILE }),
    "measurement profile changed",
  ],
  [
    "an older point with another profile",
    point({ measurement_profile: OTHER }),
    point({ measurement_profile: PROFILE }),
    "measurement profile changed",
  ],
  ["older points without a manifest", point(), point({ score: 91 }), "+1"],
  [
    "an older point under another manifest",
    point({ manifest_sha256: "a" }),
    point({ manifest_sha256: "b" }),
    "manifest changed",
  ],
  [
    "an older point with its first manifest",
    point(),
    point({ manifest_sha256: "b" }),
    "manifest changed",
  ],
  [
    "scores beyond 2⁵³",
    point({ score: 0 }),
    point({ score: 18446744073709551615n }),
    "+18446744073709551615",
  ],
];

for (const [name, previous, current, delta] of DELTAS) {
  Deno.test(`the movement to ${name} is ${delta}`, () => {
    assert.equal(pointDelta(previous, current), delta);
  });
}
