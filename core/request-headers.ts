/**
 * What `serve` and `shim-http` both ask of a request's headers, so that no page in a browser reaches
 * them that this machine does not serve itself (serve-and-demo.md §1.4).
 */

import { isLoopbackUrl } from "./mcp/endpoint.ts";

/**
 * Whether the value of `Origin` names a page of this machine; only its scheme and host matter.
 * `null`, the origin of sandboxed frames, names none.
 */
export function isLoopbackOrigin(value: string): boolean {
  const url = URL.parse(value);
  return url !== null && isLoopbackUrl(`${url.protocol}//${url.host}`);
}

/** Whether the value of a header is several, joined with a comma by whoever passed it on. */
export function isJoined(value: string): boolean {
  return value.replace(/"(?:[^"\\]|\\.)*"/g, "").includes(",");
}
