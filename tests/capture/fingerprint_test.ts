import assert from "node:assert/strict";
import fc from "fast-check";
import { fingerprint, skeleton } from "../../core/capture/fingerprint.ts";

const SALT = Uint8Array.from({ length: 32 }, (_, index) => index);
const UUID = "3F2B8C1E-9D4A-4E6F-8B7C-112233445566";

/** The vectors of capture.md §5. */
const VECTORS: [message: string, skeleton: string, templateId: string][] = [
  ["Job 42 failed at /srv/data/in.csv", "job 0 failed at p", "e6fddbf31ceca3a7"],
  ['No row for "Ann Lee" (id=7)', "no row for q (id=0)", "4e3d7d877552b54f"],
  [
    "GET https://api.example.net/v1?q=1 timed out\n after 30s",
    "get l timed out after 0s",
    "39168fc4a3ed4c88",
  ],
  [`Lease ${UUID} expired`, "lease u expired", "7c5b5199e9559cfe"],
  ["won't open 'draft copy' via files/read", "won't open q via files/read", "9954f161dcbbb504"],
  ["", "", "1b170dcb8d81735a"],
];

Deno.test("the vectors of the specification", () => {
  for (const [message, expected, templateId] of VECTORS) {
    assert.equal(skeleton(message), expected);
    assert.equal(fingerprint(message, SALT), templateId);
  }
});

/** One rule each, in the order of the steps. */
const SKELETONS: [message: string, expected: string][] = [
  ["ΣΊΣΥΦΟΣ İ ǅ", "σίσυφος i̇ ǆ"],
  [`x${UUID}y`, "xuy"],
  [`${UUID}${UUID}`, "uu"],
  [`{${UUID}}`, "{u}"],
  ['"a"b"c"', "qbq"],
  ['"a\nb" c"d', 'q c"d'],
  ["'a' ('b') ['c'] {'d'}", "q (q) [q] {q}"],
  ["a'b' c's d's", "a'b' c's d's"],
  ["'a''b'", "q'b'"],
  ["\n'a\nb'", "q"],
  [`"it's" 'say "x"'`, "q q"],
  [`'say "x' y"`, 'q y"'],
  ["see HTTP://a/b?c=d, or x+y.z-1://q", "see l or l"],
  ["1a2b://x 3://y z:// w", "0l 0://y z:// w"],
  ["123://http://x", "0://l"],
  ["/a /b (/c) [/d] \"/e '/f", "p p (p [p \"p 'p"],
  ["a/b {/c} / //", "a/b {/c} / p"],
  ["a\n/b", "a p"],
  ["12 ٣४ 𝟗x ² Ⅷ", "0 0 0x ² ⅷ"],
  ["1.5e3", "0.0e0"],
  ["\u0085a\u00a0\u2003 b\u3000", "a b"],
  ["\ufeffa\ufeff b", "\ufeffa\ufeff b"],
  ["a\u200b b\u180e", "a\u200b b\u180e"],
  ["\ufeff'a'", "\ufeff'a'"],
  ["\u0085'a'", "q"],
];

Deno.test("each step of the skeleton", () => {
  for (const [message, expected] of SKELETONS) {
    assert.deepEqual([message, skeleton(message)], [message, expected]);
  }
});

Deno.test("the salt decides", () => {
  const other = SALT.toReversed();
  assert.notEqual(fingerprint("", other), "1b170dcb8d81735a");
});

Deno.test("a message as long as a frame takes no time", () => {
  const started = performance.now();
  for (const part of ["a", "'", '"', " '", "/", " /", ":", "a:", "1", " ", "a.b+", "\u00e9"]) {
    const text = part.repeat(4_194_304 / part.length);
    assert.match(fingerprint(text, SALT), /^[0-9a-f]{16}$/);
  }
  assert.ok(performance.now() - started < 60_000);
});

Deno.test("numbers, quotations, places and case do not change a fingerprint", () => {
  const word = fc.stringMatching(/^[a-z]{1,8}$/);
  fc.assert(fc.property(word, fc.nat(), fc.nat(), word, word, (a, n, m, b, c) => {
    const one = `${a} ${n} of "${b}" at /${b} in https://${b}/${n}`;
    const two = `${a.toUpperCase()}  ${m} of "${c}" at /${c} in https://${c}/${m}`;
    assert.equal(fingerprint(one, SALT), fingerprint(two, SALT));
  }));
});
