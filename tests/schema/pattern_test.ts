import assert from "node:assert/strict";
import fc from "fast-check";
import { backtrackingMatcher } from "../../core/schema/backtracking.ts";
import { compilePattern, isPattern, patternSize } from "../../core/schema/pattern.ts";
import { compileProgram } from "../../core/schema/pattern-program.ts";
import { parsePattern } from "../../core/schema/pattern-syntax.ts";
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

/** Units of work that a search takes, whether it ends or not. */
function unitsOf(pattern: string, text: string): number {
  const paid = meter();
  const before = paid.left;
  const matcher = backtrackingMatcher(pattern);
  assert.notEqual(matcher, null, pattern);
  try {
    matcher?.(text, paid);
  } catch (error) {
    assert.equal((error as Error).name, "Exhausted");
  }
  return before - paid.left;
}

/** Back references to groups 1 to `count`. */
function references(count: number): string {
  return Array.from({ length: count }, (_, index) => `\\${index + 1}`).join("");
}

Deno.test("a search carries nothing of groups that no back reference names", () => {
  const text = "a".repeat(50);
  for (const count of [10, 1000, 4000]) {
    assert.equal(unitsOf(`${"()".repeat(count)}x\\1`, text), unitsOf("()x\\1", text));
    assert.equal(
      unitsOf(`(?:${"(b)".repeat(count)}|a)*x\\1`, text),
      unitsOf(`(?:(b)${"b".repeat(count - 1)}|a)*x\\1`, text),
    );
  }
});

Deno.test("property: a search pays for each position that it carries", () => {
  fc.assert(fc.property(fc.integer({ min: 1, max: 120 }), (count) => {
    // At least three steps per group; each carries two positions per group.
    const carried = 3 * count * 2 * count;
    const units = unitsOf(`^${"()".repeat(count)}${references(count)}x`, "a");
    assert.ok(units >= carried / 4, `${units}`);
  }));
});

Deno.test("property: a search pays for what a back reference compares", () => {
  fc.assert(
    fc.property(fc.integer({ min: 5_000, max: 20_000 }), (length) => {
      const pattern = (times: number) => `^(?=(a*))${"(?=\\1)".repeat(times)}`;
      const text = "a".repeat(length);
      const more = unitsOf(pattern(101), text) - unitsOf(pattern(1), text);
      assert.ok(more >= 100 * length / 64 / 4, `${more}`);
    }),
    { numRuns: 20 },
  );
});

Deno.test("property: no search takes more than its steps", () => {
  const bodies = fc.constantFrom("", "a", "a*", "(a)", "(a|)", "(a*)*", "(?<=(a*))", "(?=(a+)b)");
  const shape = fc.record({
    body: bodies,
    copies: fc.integer({ min: 1, max: 300 }),
    suffix: fc.constantFrom("", "*", "+", "{0,3}", "|"),
    referred: fc.integer({ min: 0, max: 300 }),
    length: fc.integer({ min: 0, max: 20_000 }),
  });
  fc.assert(
    fc.property(shape, ({ body, copies, suffix, referred, length }) => {
      const groups = `(?:(${body})${suffix})`.repeat(copies);
      const pattern = `^(?:${groups})*${references(Math.min(referred, copies))}x`;
      // The last step may be one that compares the whole text.
      const most = 1 + (1_000_000 + 1000 + length) / 4;
      assert.ok(unitsOf(pattern, "a".repeat(length)) <= most);
    }),
    { numRuns: 60 },
  );
});

Deno.test("property: the estimated size of an expression bounds its program", () => {
  const nested = fc.letrec<{ node: string }>((tie) => ({
    node: fc.array(
      fc.tuple(
        fc.oneof(
          { maxDepth: 8, withCrossShrink: true },
          fc.constantFrom("a", ".", "[a-c]", "()", "(?:)", "\\d", "^", "(?=)", "a|", "\\u{61}"),
          fc.constantFrom("(?:", "(", "(?=", "(?<!").chain((open) =>
            tie("node").map((body) => `${open}${body})`)
          ),
        ),
        fc.constantFrom("", "", "*", "+", "?", "{3}", "{0,4}", "{2,}", "|"),
      ),
      { minLength: 1, maxLength: 3 },
    ).map((parts) => parts.map(([part, suffix]) => part + suffix).join("")),
  })).node;
  fc.assert(
    fc.property(nested, fc.constantFrom("", "()\\1"), (expression, reference) => {
      const pattern = reference + expression;
      try {
        new RegExp(pattern, "u");
      } catch {
        return; // a quantifier after an assertion
      }
      const parsed = parsePattern(pattern);
      const program = parsed && compileProgram(parsed);
      assert.ok((program?.length ?? 0) <= 2 * patternSize(pattern) + 1, pattern);
    }),
    { numRuns: 3000 },
  );
  const towers = ["{2}", "{2,}", "{1,3}", "+"].map((suffix) => {
    const pattern = `(?=)${"(?:".repeat(16)}a${`)${suffix}`.repeat(16)}`;
    const parsed = parsePattern(pattern);
    const program = parsed && compileProgram(parsed);
    return program === null || program.length <= 2 * patternSize(pattern) + 1;
  });
  assert.deepEqual(towers, [true, true, true, true]);
});

Deno.test("an expression pays before it is judged, and one that is not closed takes no longer", async () => {
  const paid = meter();
  assert.equal(isPattern("(?=)(?:a{100}){100}", paid), true);
  assert.ok(paid.left < 5_000_000 - 10_000);
  assert.equal(isPattern("a{1000000000}(?=)", paid), false);
  await within(15_000, () => {
    for (let count = 0; count < 100; count++) {
      assert.equal(compilePattern("[".repeat(16_000 + count)), null);
      const empty = `(?=)(?:${"(?:)".repeat(4000)}x){${100_000 + count}}`;
      assert.equal(compilePattern(empty), null);
    }
    return Promise.resolve();
  });
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
    "^(a)(b)?(a|b)+\\3\\1$",
    "^(?:(a)|(b)|(a))+\\2b$",
    "^(?:(?:(b)(a))+|a)+\\2$",
    "(b)(a)(?:(a)(b))*\\4\\2$",
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
