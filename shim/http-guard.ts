/**
 * Which requests are relayed (capture.md §7 “Reading”, “Refusals”). A page in a browser must not be
 * able to reach the server through us, whatever name it was loaded from.
 */

import { isLoopbackHost } from "../core/mcp/endpoint.ts";
import { mediaType } from "../core/mcp/media-type.ts";
import { isJoined, isLoopbackOrigin } from "../core/request-headers.ts";

/** Largest head of a request: names and values, in bytes. */
const MAX_HEADER_BYTES = 65_536;
const NAME = /^[a-z0-9-]+$/;
// deno-lint-ignore no-control-regex -- they are what is looked for
const CONTROL = /[\u0000-\u001f\u007f]/;

/** The status with which a request is refused, or null for one that is relayed. */
export function refusal(method: string, headers: Headers): number | null {
  if (!isReadable(headers)) return 400;
  const host = headers.get("host");
  const origin = headers.get("origin");
  const type = headers.get("content-type");
  // The runtime joins repeated headers.
  if ([host, origin, type].some((value) => isJoined(value ?? ""))) return 400;
  if (origin !== null && !isLoopbackOrigin(origin)) return 403;
  if (host === null) return 400;
  if (!isLoopbackHost(host)) return 403;
  if (method === "POST" && mediaType(type) !== "application/json") return 415;
  return null;
}

function isReadable(headers: Headers): boolean {
  let bytes = 0;
  for (const [name, value] of headers) {
    if (!NAME.test(name) || CONTROL.test(value)) return false;
    bytes += name.length + value.length;
  }
  return bytes <= MAX_HEADER_BYTES;
}
