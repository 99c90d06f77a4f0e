import assert from "node:assert/strict";
import fc from "fast-check";
import { backtrackingMatcher } from "../../core/schema/backtracking.ts";
import { compilePattern } from "../../core/schema/pattern.ts";
import { within } from "./check.ts";

const meter = () => ({ left: 5_000_000 });

/** Whether a pattern is found in a text; null when it is unusable. */
function find(pattern: string, text: string): boolean | null {
  return compilePattern(pattern)?.(text, meter()) ?? null;
}

Deno.test("patterns are found anywhere and mean what ECMAScript says", () => {
  const rows: [string, string[], string[]][] = [
    ["b", ["abc"], ["ac"]],
    ["^[a-z]+$", ["abc"], ["aBc", "", "abc\n"]],
    ["^\\d{3}-\\d{4}$", ["555-1234"], ["٣٣٣-٣٣٣٣"]],
    ["^\\w$", ["_"], ["é"]],
    ["^\\s$", [" ", "\u00a0", "\ufeff", "\v", "\u2003"], ["a"]],
    ["^[^\\s]$", ["a"], [" ", "\u00a0"]],
    ["^\\S$", ["a"], ["\u2028"]],
    ["^[\\S]$", ["a"], ["\u00a0"]],
    ["^.$", ["a", "😀"], ["\n", "\r", "\u2028"]],
    ["^\\u00e9$", ["é"], ["e"]],
    ["^\\u{1F600}$", ["😀"], ["a"]],
    ["^\\ud83d\\ude00$", ["😀"], ["a"]],
    ["^[😀-😂]$", ["😁"], ["a"]],
    ["[^a]$", ["😀"], ["a"]],
    ["\\B", ["aa"], ["a😀a"]],
    ["^\\p{L}+$", ["äbc"], ["1"]],
    ["^\\p{Letter}$", ["ä"], ["1"]],
    ["^\\p{Script=Greek}+$", ["αβ"], ["ab"]],
    ["^\\x41\\cJ\\t$", ["A\n\t"], ["A"]],
    ["^a\\/b\\.c$", ["a/b.c"], ["a/bxc"]],
    ["^(?:a|b)*?c$", ["abc", "c"], ["abd"]],
    ["^(?<year>\\d{4})$", ["2026"], ["26"]],
    ["\\bcat\\b", ["a cat!"], ["concat"]],
    ["^[[]$", ["["], ["]"]],
    ["^.{1,2000}$", ["a".repeat(2000)], ["", "a".repeat(2001)]],
    ["^.{1,65535}$", ["a".repeat(65_535)], [""]],
  ];
  for (const [pattern, found, missed] of rows) {
    for (const text of found) assert.equal(find(pattern, text), true, `${pattern} in ${text}`);
    for (const text of missed) assert.equal(find(pattern, text), false, `${pattern} in ${text}`);
  }
});

Deno.test("lookaround and back references, which RE2 lacks", () => {
  const zodEmail =
    "^(?!\\.)(?!.*\\.\\.)([A-Za-z0-9_'+\\-\\.]*)[A-Za-z0-9_+-]@([A-Za-z0-9][A-Za-z0-9\\-]*\\.)+[A-Za-z]{2,}$";
  const zodDuration =
    "^P(?:(\\d+W)|(?!.*W)(?=\\d|T\\d)(\\d+Y)?(\\d+M)?(\\d+D)?(T(?=\\d)(\\d+H)?(\\d+M)?(\\d+S)?)?)$";
  const rows: [string, string[], string[]][] = [
    [zodEmail, ["user@example.com"], [".a@example.com", "a..b@example.com", "user@example"]],
    [zodDuration, ["P1DT2H", "P3W"], ["P", "P1DT", "P1W2D"]],
    ["^(?=.*[a-z])(?=.*\\d).{8,}$", ["passw0rd"], ["password", "pass1"]],
    ["^(?!-)[a-z\\-\\_]+(?<!-)$", ["a-b_c"], ["-a", "a-"]],
    ["(?<=\\$)\\d+", ["$42"], ["42"]],
    ["(?<!\\$)\\b\\d+", ["42"], ["$42"]],
    ["^(['\"]).*\\1$", ["'a'", '"a"'], ["'a\""]],
    ["^(?<q>['\"]).*\\k<q>$", ["'a'"], ["'a\""]],
    ["^(a)?\\1b$", ["b", "aab"], ["ab"]],
    ["^(?:(?!ab).)*$", ["ba"], ["cab"]],
    ["^(?=(a+))\\1b$", ["aaab"], ["b"]],
  ];
  for (const [pattern, found, missed] of rows) {
    for (const text of found) assert.equal(find(pattern, text), true, `${pattern} in ${text}`);
    for (const text of missed) assert.equal(find(pattern, text), false, `${pattern} in ${text}`);
  }
});

Deno.test("forms of Python and Go that RE2 reads", () => {
  assert.equal(find("(?i)ab", "xAB"), true);
  assert.equal(find("(?P<x>a)b", "ab"), true);
  assert.equal(find("\\Aab\\z", "ab"), true);
  assert.equal(find("(?s)a.b", "a\nb"), true);
});

Deno.test("escapes of punctuation are read although the u flag forbids them", () => {
  assert.equal(find("^[\\w\\-]+\\@\\_$", "a-b@_"), true);
  assert.equal(find("^[\\w-.]+$", "a-b.c"), true);
  assert.equal(find("a{", "a{"), true);
});

Deno.test("what no engine reads is unusable", () => {
  const unusable = [
    ...["(", ")", "[", "a**", "*", "(?<=", "\\", "a{2,1}", "(?<a>b)(?<a>c)", "\\p{Nope}"],
    ...["a\\Z", "\\Q.\\E", "a++", "(?#x)a", "(?>a)", "\\a", "[b-a]", "(?i)(?=a)"],
  ];
  for (const pattern of unusable) assert.equal(compilePattern(pattern), null, pattern);
});

Deno.test("too large is unusable too", () => {
  assert.equal(compilePattern("a".repeat(16_385)), null);
  assert.notEqual(compilePattern("a".repeat(16_384)), null);
  assert.equal(compilePattern("(?=a)a{1,1000000000}"), null);
  assert.equal(compilePattern(`(?=a)${"(".repeat(8000)}${")".repeat(8000)}`), null);
});

Deno.test("catastrophic patterns end, in our own matcher too", async () => {
  const attacks: [string, string][] = [
    ["^(a+)+$", `${"a".repeat(1_000_000)}b`],
    ["(x+x+)+y", "x".repeat(1_000_000)],
    ["^(([a-z])+.)+[A-Z]([a-z])+$", "a".repeat(1_000_000)],
    ["^(?=(a+)+$)(a|aa)+b", `${"a".repeat(100_000)}c`],
    ["(?<=(a|aa)+)b", "a".repeat(100_000)],
    ["^(?:(?=(a*)*b)a)*$", "a".repeat(5_000)],
    ["^(a*)*(a*)*\\1\\2b$", "a".repeat(100)],
    ["^(.*)(.*)(.*)(.*)\\1\\2\\3\\4x$", "a".repeat(1_000)],
    [`^${"a?".repeat(5_000)}${"a".repeat(5_000)}$`, "a".repeat(5_001)],
    [".{1000}".repeat(20), "a".repeat(19_999)],
    ["(?=)(?:){1000000000}(?:(?:x{0}){1000000000}){1000000000}z", "a"],
  ];
  for (const [pattern, text] of attacks) {
    await within(15_000, () => {
      const matcher = compilePattern(pattern);
      assert.notEqual(matcher, null, pattern);
      try {
        assert.equal(matcher?.(text, meter()), false, pattern);
      } catch (error) {
        assert.equal((error as Error).name, "Exhausted");
      }
      return Promise.resolve();
    });
  }
});

Deno.test("what is linear is judged however long the text is", () => {
  const text = `${"a".repeat(150_000)}1`;
  assert.equal(find("^(?=.*\\d)[a-z0-9]+$", text), true);
  assert.equal(find("^(?!.*\\s)", text), true);
  assert.equal(find("^(?:(?!b).)*$", text.slice(0, 20_000)), true);
});

/** Expressions of our own grammar, over few letters so that many of them match. */
const expressions = fc.letrec<{ part: string; node: string }>((tie) => ({
  part: fc.oneof(
    fc.constantFrom("a", "b", ".", "\\d", "[ab]", "[^a]", "^", "$", "\\b", "\\B", "é", "\\."),
    fc.constantFrom("(?:", "(", "(?=", "(?!", "(?<=", "(?<!").chain((open) =>
      tie("node").map((body) => `${open}${body})`)
    ),
  ),
  node: fc.array(
    fc.tuple(
      tie("part"),
      fc.constantFrom("", "", "", "*", "+", "?", "{2}", "{0,2}", "{1,}", "*?", "|b"),
    ),
    { maxLength: 4 },
  ).map((parts) => parts.map(([part, suffix]) => part + suffix).join("")),
})).node;

Deno.test("property: the matchers agree with the runtime's engine", () => {
  // No character beyond U+FFFF: V8 14.5 itself does not find `[^a]$` in one.
  const texts = fc.string({
    unit: fc.constantFrom("a", "b", "1", ".", " ", "é", "\n"),
    maxLength: 6,
  });
  fc.assert(
    fc.property(expressions, texts, (pattern, text) => {
      let expected: boolean;
      try {
        expected = new RegExp(pattern, "u").test(text);
      } catch {
        // A quantifier after an assertion: not valid with the flag.
        return;
      }
      assert.equal(backtrackingMatcher(pattern)?.(text, meter()), expected, "own matcher");
      assert.equal(find(pattern, text), expected, "chosen matcher");
    }),
    { numRuns: 3000 },
  );
});

Deno.test("property: back references agree with the runtime's engine", () => {
  const texts = fc.string({ unit: fc.constantFrom("a", "b"), maxLength: 8 });
  const patterns = fc.constantFrom(
    "(a+)b\\1",
    "^(a|b)(a|b)?\\2\\1$",
    "(a*)\\1b",
    "^(?:(a)|b)*\\1$",
    "(?=(a+))\\1b",
    "(a)(?!\\1)",
    "^(.*?)\\1$",
    "\\1(a)",
  );
  fc.assert(fc.property(patterns, texts, (pattern, text) => {
    assert.equal(find(pattern, text), new RegExp(pattern, "u").test(text), pattern);
  }));
});

Deno.test("property: any text as a pattern is usable or not, and never fails otherwise", () => {
  const unit = fc.constantFrom(..."ab01(){}[]*+?|^$\\.-,:=!<>PpuxkdwsSZ~é😀");
  fc.assert(
    fc.property(fc.string({ unit, maxLength: 20 }), fc.string({ unit }), (pattern, text) => {
      const matcher = compilePattern(pattern);
      if (matcher !== null) assert.equal(typeof matcher(text, meter()), "boolean");
    }),
    { numRuns: 3000 },
  );
});
