/** References within one document. */

import { isObject, type Json } from "../mcp/json.ts";

/**
 * What a `$ref` of the form `#` + JSON Pointer (RFC 6901) leads to. No anchors and no percent
 * decoding: only the two escapes of the pointer itself.
 * @returns undefined for any other form, and when there is nothing at that place
 */
export function resolvePointer(root: Json, reference: Json): Json | undefined {
  if (typeof reference !== "string" || !/^#(?:\/|$)/.test(reference)) return undefined;
  let value: Json | undefined = root;
  for (const token of reference.split("/").slice(1)) {
    const key = token.replaceAll("~1", "/").replaceAll("~0", "~");
    if (Array.isArray(value)) value = /^(?:0|[1-9]\d*)$/.test(key) ? value[Number(key)] : undefined;
    else if (isObject(value)) value = Object.hasOwn(value, key) ? value[key] : undefined;
    else return undefined;
  }
  return value;
}
