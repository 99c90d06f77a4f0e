/**
 * Encoded content of strings: asserted up to draft-07 (its “Validation” §8, where an implementation
 * may), only an annotation afterwards.
 */

import type { Json } from "../mcp/json.ts";
import type { Dialect } from "./dialect.ts";
import type { ExactKeyword } from "./keywords.ts";
import { type Meter, spend } from "./meter.ts";

const BASE64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** The two keywords where they are asserted; encodings and media types not named here pass. */
export function contentKeywords(dialect: Dialect, meter: Meter): ExactKeyword[] {
  if (dialect !== "draft-06" && dialect !== "draft-07") return [];
  const keyword = (name: string, holds: (text: string, siblings: Siblings) => boolean) => ({
    keyword: name,
    type: "string" as const,
    errors: false as const,
    compile: (_: Json, siblings: Siblings) => (data: unknown) => {
      spend(meter, 1 + (String(data).length >> 4));
      return holds(String(data), siblings);
    },
  });
  return [
    keyword(
      "contentEncoding",
      (text, { contentEncoding }) => contentEncoding !== "base64" || BASE64.test(text),
    ),
    keyword("contentMediaType", (text, siblings) => isContent(text, siblings)),
  ];
}

/** The schema around a keyword. */
interface Siblings {
  contentEncoding?: Json;
  contentMediaType?: Json;
}

function isContent(text: string, { contentEncoding, contentMediaType }: Siblings): boolean {
  if (contentMediaType !== "application/json") return true;
  // What is encoded in a way not known here cannot be judged.
  if (contentEncoding !== undefined && contentEncoding !== "base64") return true;
  try {
    JSON.parse(contentEncoding === undefined ? text : decode(text));
    return true;
  } catch {
    return false;
  }
}

function decode(base64: string): string {
  return new TextDecoder().decode(Uint8Array.from(atob(base64), (c) => c.charCodeAt(0)));
}
