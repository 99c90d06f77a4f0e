/** The formats that are asserted, per dialect (readiness.md §7); every other name is ignored. */

import type { Dialect } from "./dialect.ts";
import { type Meter, spend } from "./meter.ts";
import { isPattern } from "./pattern.ts";

/** Names by the dialect that introduced them; each later dialect has them too. */
const INTRODUCED: [Dialect, string[]][] = [
  ["draft-04", [
    ...["date", "date-time", "time", "email", "hostname", "ipv4", "ipv6", "regex", "uri"],
  ]],
  ["draft-06", ["json-pointer", "uri-reference", "uri-template"]],
  ["draft-07", ["iri", "iri-reference", "relative-json-pointer"]],
  ["2019-09", ["duration", "uuid"]],
  ["2020-12", []],
];

/** Judges one text. */
type FormatCheck = (text: string) => boolean;

/** The asserted formats of a dialect; each check pays for the length of its text. */
export async function loadFormats(
  dialect: Dialect,
  meter: Meter,
): Promise<Record<string, FormatCheck>> {
  const { fullFormats } = (await import("ajv-formats/dist/formats.js")).default;
  const uri = asCheck(fullFormats.uri);
  const uriReference = asCheck(fullFormats["uri-reference"]);
  const own: Record<string, FormatCheck> = {
    regex: (text) => isPattern(text, meter),
    // RFC 3987 §3.1: an IRI is valid when the URI that it maps to is.
    iri: (text) => uri(toUri(text)),
    "iri-reference": (text) => uriReference(toUri(text)),
  };
  const last = INTRODUCED.findIndex(([name]) => name === dialect);
  const names = INTRODUCED.slice(0, last + 1).flatMap(([, introduced]) => introduced);
  return Object.fromEntries(names.map((name) => {
    const check = own[name] ?? asCheck(fullFormats[name as keyof typeof fullFormats]);
    return [name, (text: string) => {
      spend(meter, 1 + (text.length >> 6));
      return check(text);
    }];
  }));
}

/** ajv's definitions come as a function, an expression, or an object with either. */
function asCheck(definition: unknown): FormatCheck {
  if (typeof definition === "function") return definition as FormatCheck;
  if (definition instanceof RegExp) return (text) => definition.test(text);
  return asCheck((definition as { validate: unknown }).validate);
}

function toUri(iri: string): string {
  return iri.replace(/[\u{a0}-\u{10ffff}]/gu, (character) => encodeURIComponent(character));
}
