/**
 * Which requests reach the protocol at all (serve-and-demo.md §§1.3, 1.4, decisions D18). A page in
 * a browser must not be able to use the service, whatever name it was loaded from: neither by a
 * name that resolves to this machine, nor from a sandboxed frame, nor by a form.
 */

import { isLoopbackHost } from "../core/mcp/endpoint.ts";
import { type Json, parseJson } from "../core/mcp/json.ts";
import { mediaType } from "../core/mcp/media-type.ts";
import { isJoined, isLoopbackOrigin } from "../core/request-headers.ts";
import { utf8Text } from "../core/utf8.ts";
import { type HttpRequest, valuesOf } from "./http-request.ts";

/** Where the protocol is served. */
export const PATH = "/mcp";

/** A body that is JSON. */
export interface AcceptedBody {
  /** With its numbers as they were written. */
  exact: Json;
  /** As `JSON.parse` gives it. */
  plain: unknown;
}

/** What becomes of a request. */
export type Acceptance =
  | { kind: "refused"; status: number; error: string }
  | { kind: "accepted"; body: AcceptedBody };

/** Headers that may occur once only. */
const SINGLE = ["host", "origin", "content-type"] as const;

/** Judges a request; the first rule that it breaks decides. */
export function acceptRequest(request: HttpRequest): Acceptance {
  const { method, target, headers, body } = request;
  const [host, origin, type] = SINGLE.map((name) => valuesOf(headers, name)) as [
    string[],
    string[],
    string[],
  ];
  if ([host, origin, type].some((values) => values.length > 1 || isJoined(values[0] ?? ""))) {
    return refused(400, "Host, Origin and Content-Type may be sent only once");
  }
  if (origin[0] !== undefined && !isLoopbackOrigin(origin[0])) {
    return refused(403, "Origin is not a loopback address");
  }
  if (host[0] === undefined) return refused(400, "a Host header is required");
  const { authority, path } = readTarget(target);
  if (![host[0], authority ?? host[0]].every(isLoopbackHost)) {
    return refused(403, "Host is not a loopback address");
  }
  if (path !== PATH) return refused(404, `only ${PATH} is served`);
  if (method !== "POST") return refused(405, "POST only");
  if (mediaType(type[0]) !== "application/json") {
    return refused(415, "Content-Type must be application/json");
  }
  const parsed = parse(body);
  return parsed === null ? refused(400, "invalid JSON body") : { kind: "accepted", body: parsed };
}

function refused(status: number, error: string): Acceptance {
  return { kind: "refused", status, error };
}

/** A target may be a whole URL, whose host then counts as well (RFC 9112 §3.2.2). */
function readTarget(target: string): { authority: string | null; path: string } {
  const [whole, authority = null] = /^http:\/\/([^/?]*)/i.exec(target) ?? [""];
  return { authority, path: target.slice(whole.length).split("?", 1)[0] ?? "" };
}

/** Null for what is no JSON. */
function parse(body: Uint8Array): AcceptedBody | null {
  try {
    const text = utf8Text(body) ?? "";
    return { exact: parseJson(text), plain: JSON.parse(text) };
  } catch {
    return null;
  }
}
