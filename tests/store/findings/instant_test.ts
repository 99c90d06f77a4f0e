import assert from "node:assert/strict";
import fc from "fast-check";
import { ageInMs, formatInstant, parseInstant } from "../../../store/findings/instant.ts";

Deno.test("a timestamp comes back in UTC with 0, 3, 6 or 9 decimals", () => {
  const texts: [text: string, shown: string][] = [
    ["2026-11-30T10:00:00Z", "2026-11-30T10:00:00Z"],
    ["2026-11-30T10:00:00.000Z", "2026-11-30T10:00:00Z"],
    ["2026-11-30T10:00:00.5+02:00", "2026-11-30T08:00:00.500Z"],
    ["2026-11-30 10:00:00.120000Z", "2026-11-30T10:00:00.120Z"],
    ["2026-11-30T10:00:00.1234z", "2026-11-30T10:00:00.123400Z"],
    ["2026-11-30t10:00:00.1234567891-00:30", "2026-11-30T10:30:00.123456789Z"],
    ["1969-12-31T23:59:59.999999999Z", "1969-12-31T23:59:59.999999999Z"],
    ["2016-12-31T23:59:60Z", "2017-01-01T00:00:00Z"],
    ["0000-01-01T00:00:00Z", "0000-01-01T00:00:00Z"],
    ["0000-01-01T00:59:59-00:01", "0000-01-01T01:00:59Z"],
    ["9999-12-31T23:59:59.9999999999Z", "9999-12-31T23:59:59.999999999Z"],
  ];
  for (const [text, shown] of texts) {
    const instant = parseInstant(text);
    assert.ok(instant !== null, text);
    assert.equal(formatInstant(instant), shown);
  }
  const none = ["unknown", "", "2026-02-30T00:00:00Z", "2026-11-30T10:00:00"];
  const beyond = [
    "9999-12-31T23:59:59-01:00",
    "9999-12-31T23:59:60Z",
    "0000-01-01T00:00:00+01:00",
    "0000-01-01T00:59:59.999+01:00",
  ];
  for (const text of [...none, ...beyond]) {
    assert.equal(parseInstant(text), null, text);
  }
});

Deno.test("any instant survives the way through its text", () => {
  const instants = fc.bigInt({ min: -(10n ** 18n), max: 10n ** 19n });
  fc.assert(fc.property(instants, (instant) => {
    assert.equal(parseInstant(formatInstant(instant)), instant);
  }));
});

Deno.test("ages are whole milliseconds, and none before now", () => {
  const now = new Date(5_000);
  assert.equal(ageInMs(0n, now), 5_000);
  assert.equal(ageInMs(1n, now), 4_999);
  assert.equal(ageInMs(4_999_000_001n, now), 0);
  assert.equal(ageInMs(9_000_000_000n, now), 0);
});
