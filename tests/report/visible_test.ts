import assert from "node:assert/strict";
import fc from "fast-check";
import { code, plain } from "../../core/report/markdown-text.ts";
import { joinLines, visible } from "../../core/report/visible.ts";
import { TRICKS } from "./hostile.ts";
import { fromMarkdown, gfm, gfmFromMarkdown } from "./packages.ts";

/** Any text, with much of what means something to one of the formats. */
const TEXT: fc.Arbitrary<string> = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string({ unit: fc.constantFrom(...TRICKS.flatMap((trick) => [...trick])) }),
  fc.array(fc.constantFrom(...TRICKS, "`", "|", "\\", "u{", "}", "_", ":", ".", "www.", " ", "a"))
    .map((pieces) => pieces.join("")),
);

/** What an escaped text was. */
function original(text: string): string {
  return text.replace(
    /\\u\{([0-9a-f]+)\}/g,
    (_, digits: string) => String.fromCodePoint(parseInt(digits, 16)),
  );
}

Deno.test("property: nothing hides, and the text can be told from what is shown", () => {
  fc.assert(fc.property(TEXT, (text) => {
    const shown = visible(text);
    assert.doesNotMatch(shown, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/u);
    assert.doesNotMatch(shown, /##\w*\[/);
    assert.equal(original(shown), text);
  }));
});

Deno.test("what is no escape is not taken for one", () => {
  assert.equal(visible("\u001b"), "\\u{1b}");
  assert.equal(visible("\\u{1b}"), "\\u{5c}u{1b}");
  assert.equal(visible("a\\b"), "a\\b");
});

Deno.test("property: no line is a command of a CI runner", () => {
  fc.assert(fc.property(fc.array(TEXT), (texts) => {
    const text = joinLines(texts.map(visible));
    assert.equal(text.split("\n").length, texts.length + 1);
    for (const line of text.split("\n")) assert.doesNotMatch(line, /^\s*::|##\w*\[/);
  }));
  assert.equal(joinLines(["::error::x", "  ::a", "a::b"]), "\\u{3a}:error::x\n  \\u{3a}:a\na::b\n");
});

interface Node {
  type: string;
  value?: string;
  children?: Node[];
}

/** The leaves of a page, and the kinds of nodes around them. */
function leaves(page: string): { leaves: Node[]; kinds: Set<string> } {
  const found: Node[] = [];
  const kinds = new Set<string>();
  const visit = (node: Node) => {
    kinds.add(node.type);
    if (node.children === undefined) found.push(node);
    else node.children.forEach(visit);
  };
  visit(fromMarkdown(page, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] }) as Node);
  return { leaves: found, kinds };
}

/** The places in which pages put foreign text. */
const PLACES: [name: string, page: (shown: string) => string, kinds: string[]][] = [
  ["a heading", (shown) => `## x ${shown}\n`, ["heading"]],
  ["bold in a list", (shown) => `- **${shown} (x):** y\n`, ["list", "listItem", "strong"]],
  [
    "a cell of a table",
    (shown) => `| x ${shown} | y |\n| --- | --- |\n| x | ${shown} |\n`,
    ["table", "tableRow", "tableCell"],
  ],
];

Deno.test("property: in Markdown a text is itself, as text or as code", () => {
  fc.assert(
    fc.property(TEXT, (text) => {
      for (const write of [plain, code]) {
        const shown = write(text);
        for (const [name, page, allowed] of PLACES) {
          const { leaves: parts, kinds } = leaves(page(shown));
          for (const kind of ["root", "paragraph", "text", "inlineCode", ...allowed]) {
            kinds.delete(kind);
          }
          assert.deepEqual([...kinds], [], `${name}: ${shown}`);
          const codes = parts.filter(({ type }) => type === "inlineCode");
          const value = text === "" && write === code ? '""' : text;
          if (shown.startsWith("`")) {
            assert.ok(codes.length > 0, shown);
            for (const part of codes) assert.equal(original(part.value ?? ""), value);
          } else {
            assert.equal(shown, text);
            assert.deepEqual(codes, []);
          }
        }
      }
    }),
    { numRuns: 2000 },
  );
});

Deno.test("ordinary names stay as they are, anything that could turn into more is code", () => {
  const ordinary = [
    "",
    "describe_status",
    "a__b.c-d",
    "ns:tool",
    "mcpeval-standard/2-draft",
    "step-20260728",
    "weigh-26",
    "GH-x26",
    "get_defaced",
    "a1b2c3",
    "0123456789abcdef0123456789abcdef0123456789",
  ];
  for (const text of ordinary) assert.equal(plain(text), text);
  const turned = [
    ...["_x", "a.", "a:b:c", "www.example.com", "a b", "<b>", "x/y", "é"],
    ...["GH-26", "gh-1", "x:GH-26", "fix.gh-26", "a5c3785", "x:A5C3785", "commit-a5c3785ed8d6"],
    "a5c3785ed8d6a35868bc169f07e40e889087fd2e",
  ];
  for (const text of turned) assert.equal(plain(text), `\`${text}\``);
  assert.equal(code(""), '`""`');
  assert.equal(code(" a "), "`  a  `");
  assert.equal(code("a`|b"), "`a\\u{60}\\u{7c}b`");
});
