/** Headers that go on (decisions D29): all that concern the two ends. */

/** Headers of one connection (RFC 9110 §7.6.1), and those that the runtime writes for its own. */
const OF_THE_CONNECTION: ReadonlySet<string> = new Set([
  "connection",
  "content-length",
  "expect",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

/** What a request takes along. */
export function requestHeaders(headers: Headers): Headers {
  return without(headers, "host");
}

/**
 * What a response takes along. Not `Location`: redirects are not followed, and whoever followed
 * one would leave the shim behind. A body that is not encoded is marked `no-transform`, which means
 * nothing to a client (RFC 9111 §5.2.2.6): else the runtime would compress it and weaken its `ETag`.
 */
export function responseHeaders(headers: Headers): Headers {
  const kept = without(headers, "location");
  const control = kept.get("cache-control");
  if (!kept.has("content-encoding") && !/\bno-transform\b/.test(control ?? "")) {
    kept.set("cache-control", control === null ? "no-transform" : `${control}, no-transform`);
  }
  return kept;
}

function without(headers: Headers, dropped: string): Headers {
  const named = (headers.get("connection") ?? "").toLowerCase().split(",").map((it) => it.trim());
  const kept = new Headers();
  for (const [name, value] of headers) {
    if (name === dropped || OF_THE_CONNECTION.has(name) || named.includes(name)) continue;
    kept.append(name, value);
  }
  return kept;
}
