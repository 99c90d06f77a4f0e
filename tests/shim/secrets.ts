/** Content that must not be kept, and how it is looked for. */

import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json } from "../../core/mcp/json.ts";

/** Letters that no word of a record has in this case, and characters that lead out of grammars. */
export const secret = fc.stringMatching(/^[QXKVWJ]{2}[QXKVWJЖЮ@ _/.:-]{3,30}$/);
/** A secret that no grammar of names takes. */
export const outside = secret.map((text) => `${text} @${text}`);
const label = fc.stringMatching(/^[qxkvwj]{5,12}$/);

/** A value, and the texts in it that must not be kept. */
export interface Marked {
  value: Json;
  secrets: string[];
}

/** A text. */
export const text: fc.Arbitrary<Marked> = secret.map((value) => ({ value, secrets: [value] }));
/** A URL of which only the registrable domain may be kept. */
export const url: fc.Arbitrary<Marked> = fc.tuple(label, secret, secret).map(
  ([host, name, path]) => {
    const inUrl = encodeURIComponent(path);
    const value = `https://${encodeURIComponent(name)}:pw@${host}.example.com/${inUrl}?${inUrl}#x`;
    return { value, secrets: [host, name, path] };
  },
);
/** A message as servers write them. */
export const quoted: fc.Arbitrary<Marked> = fc.tuple(secret, fc.integer()).map((
  [name, number],
) => ({
  value: `no "${name}" in /${name} at 'x' ${name} ${number}`,
  secrets: [name],
}));
/** Any value. */
export const marked: fc.Arbitrary<Marked> = fc.letrec<{ any: Marked }>((tie) => ({
  any: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    text,
    url,
    quoted,
    fc.constantFrom<Json>(null, true, 7, "listed.value", "a listed value").map((value) => ({
      value,
      secrets: [],
    })),
    fc.array(tie("any"), { maxLength: 3 }).map((parts) => ({
      value: parts.map(({ value }) => value),
      secrets: parts.flatMap(({ secrets }) => secrets),
    })),
    fc.array(fc.tuple(fc.oneof(outside, fc.constantFrom("color", "a")), tie("any")), {
      maxLength: 4,
    }).map((entries) => ({
      value: Object.fromEntries(entries.map(([key, { value }]) => [key, value])),
      secrets: entries.flatMap(([key, { secrets }]) =>
        key.length > 5 ? [key, ...secrets] : secrets
      ),
    })),
  ),
})).any;

/** Runs of characters that must not be found. */
export interface Parts {
  length: number;
  all: ReadonlySet<string>;
}

/** Every run of so many characters of these texts. */
export function partsOf(secrets: Iterable<string>, length = 5): Parts {
  const all = new Set<string>();
  for (const secret of secrets) {
    for (let at = 0; at + length <= secret.length; at++) all.add(secret.slice(at, at + length));
  }
  return { length, all };
}

/** Asserts that none of the parts stands in a text. */
export function assertWithout(text: string, { length, all }: Parts, where: string): void {
  for (let at = 0; at + length <= text.length; at++) {
    if (!all.has(text.slice(at, at + length))) continue;
    assert.fail(
      `content in ${where}: ${JSON.stringify(text.slice(Math.max(0, at - 60), at + 60))}`,
    );
  }
}
