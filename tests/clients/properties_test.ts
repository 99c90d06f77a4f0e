/** Wrapping and unwrapping whatever stands in a config. */

import assert from "node:assert/strict";
import fc from "fast-check";
import { type ClientConfig, commandWords, readClientConfig } from "../../core/clients/config.ts";
import { unwrapServers, wrapServers } from "../../core/clients/rewrite.ts";
import { bytesOf } from "./samples.ts";

const PROGRAM = "/Applications/my tools/mcpeval";

interface Entry {
  name: string;
  command: string;
  args: string[] | null;
  env: string | null;
}

const text = fc.string({
  unit: fc.oneof(
    fc.constantFrom('"', "'", "\\", "#", "/", ",", "]", "}", "\n"),
    fc.string({ minLength: 1, maxLength: 1 }),
  ),
  maxLength: 8,
})
  .map((each) => each.toWellFormed());
const entries = fc.uniqueArray(
  fc.record<Entry>({
    name: text,
    command: text.filter((each) => each !== ""),
    args: fc.option(fc.array(text, { maxLength: 4 })),
    env: fc.option(text),
  }),
  { selector: ({ name }) => name, maxLength: 4 },
);

/** What may stand between the tokens of JSON with comments. */
const gap = fc.constantFrom(
  "",
  " ",
  "\n",
  "\r\n",
  "\t",
  "\n    ",
  "/* , ] */",
  ' // "}\n',
  " \r\n\t",
);

/** A config in JSON, with a gap between any two tokens. */
const jsonText = fc.tuple(entries, fc.infiniteStream(gap), fc.boolean(), fc.boolean()).map(
  ([servers, gaps, hasMark, argsFirst]) => {
    const next = () => gaps.next().value;
    const tokens: string[] = ["{", '"mcpServers"', ":", "{"];
    servers.forEach(({ name, command, args, env }, index) => {
      const members = [
        ['"command"', ":", JSON.stringify(command)],
        ...(args === null ? [] : [['"args"', ":", "[", ...listed(args), "]"]]),
        ...(env === null ? [] : [['"env"', ":", "{", '"A"', ":", JSON.stringify(env), "}"]]),
      ];
      if (argsFirst) members.reverse();
      tokens.push(JSON.stringify(name), ":", "{");
      members.forEach((member, at) => tokens.push(...at > 0 ? [","] : [], ...member));
      tokens.push("}");
      if (index < servers.length - 1) tokens.push(",");
    });
    tokens.push("}", "}");
    return (hasMark ? "\ufeff" : "") + tokens.map((token) => next() + token).join("") + next();
  },
);

function listed(args: string[]): string[] {
  return args.flatMap((arg, index) =>
    index > 0 ? [",", JSON.stringify(arg)] : [JSON.stringify(arg)]
  );
}

/** A config in TOML, each server in one of its forms. */
const tomlText = fc.tuple(
  entries,
  fc.infiniteStream(fc.nat(2)),
  fc.infiniteStream(fc.nat(2)),
  fc.boolean(),
)
  .map(([servers, forms, styles, isWindows]) => {
    const string = (value: string) => tomlString(value, styles.next().value);
    const tables: string[] = [];
    const dotted: string[] = ["# all of them"];
    for (const { name, command, args, env } of servers) {
      const key = `mcp_servers . ${basic(name)}`;
      const list = args === null
        ? null
        : `[ # , ]\n  ${args.map((arg) => `${string(arg)} # "\n  ,`).join("")}]`;
      const inline = args === null ? "" : `, args = [${args.map(string).join(" ,")}]`;
      switch (forms.next().value) {
        case 0:
          tables.push(`[${key}] # table\n\tcommand = ${string(command)} # '''`);
          if (list !== null) tables.push(`args = ${list}`);
          if (env !== null) tables.push(`[${key}.env]`, `A = ${string(env)}`);
          break;
        case 1:
          dotted.push(`${key}.command = ${string(command)}`);
          if (list !== null) dotted.push(`${key}.args=${list}`);
          if (env !== null) dotted.push(`${key}.env.A = ${string(env)}`);
          break;
        default:
          dotted.push(
            `${key} = { env = { A = ${string(env ?? "")} }, command = ${basic(command)}${inline} }`,
          );
      }
    }
    const lines = [
      ...dotted,
      ...(dotted.length === 1 ? ["[mcp_servers]"] : []),
      ...tables,
      "[[more]]",
      "command = [[1, { a = [ ] }]]",
    ];
    return lines.join(isWindows ? "\r\n" : "\n");
  });

const basic = (value: string) => JSON.stringify(value).replaceAll("\x7f", "\\u007f");

function tomlString(value: string, style: number): string {
  const isPlain = /^[\x20-\x26\x28-\x7e]*$/.test(value);
  if (style === 1 && isPlain) return `'${value}'`;
  if (style === 2 && isPlain && !/["\\]/.test(value)) return `"""${value}"""`;
  return basic(value);
}

function checkConfig(source: string, path: string): void {
  const read = (each: string): ClientConfig => readClientConfig(bytesOf(each), path);
  const before = read(source);
  const wrapped = wrapServers(before, null, PROGRAM);
  assert.ok(wrapped.results.every(({ kind }) => kind === "done" || kind === "left"));
  const after = read(wrapped.text);
  for (const [index, entry] of after.entries.entries()) {
    const original = before.entries[index];
    assert.ok(original !== undefined);
    const words = commandWords(entry) ?? [];
    assert.deepEqual(
      [...words.slice(0, 3), words[4], words.slice(5)],
      [PROGRAM, "shim", "--server", "--", commandWords(original)],
    );
  }
  assert.deepEqual(wrapServers(after, null, PROGRAM).edits, [], "wrapping again does nothing");
  assert.equal(unwrapServers(after, null).text, source, "unwrapping gives the original");
}

Deno.test("property: JSON with comments is wrapped once and unwrapped to the last byte", () => {
  fc.assert(fc.property(jsonText, (source) => checkConfig(source, "mcp.json")), { numRuns: 500 });
});

Deno.test("property: TOML is wrapped once and unwrapped to the last byte", () => {
  fc.assert(fc.property(tomlText, (source) => checkConfig(source, "config.toml")), {
    numRuns: 500,
  });
});

Deno.test("property: reading garbage ends in a config or in a usage error", () => {
  const garbage = fc.string({ unit: fc.constantFrom(..."{}[]\"':,=.#\\\n aé1") });
  const valid = fc.oneof(jsonText, tomlText);
  const cut = fc.tuple(valid, fc.nat(), fc.nat(), garbage).map(([source, from, length, more]) =>
    source.slice(0, from % source.length) + more + source.slice(from % source.length + length % 9)
  );
  fc.assert(
    fc.property(fc.oneof(garbage, cut), fc.constantFrom("a.json", "a.toml"), (source, path) => {
      let config;
      try {
        config = readClientConfig(bytesOf(source), path);
      } catch (error) {
        assert.equal((error as Error).name, "UsageError");
        return;
      }
      const { text, edits } = wrapServers(config, null, PROGRAM);
      if (edits.length > 0) {
        assert.equal(
          unwrapServers(readClientConfig(bytesOf(text), path), null).edits.length > 0,
          true,
        );
      }
    }),
    { numRuns: 1000 },
  );
});
