/** Where the HTTP shim listens (capture.md §7 “Startup”). */

import { parseEndpoint } from "../core/mcp/endpoint.ts";

/** A literal loopback address with a port. */
export interface ListenAddress {
  /** Without brackets. */
  hostname: string;
  /** 0 lets the system choose. */
  port: number;
  /** As a `net` permission names it: `127.0.0.1:8080`, `[::1]:8080`. */
  address: string;
}

const OCTET = "(?:0|[1-9][0-9]{0,2})";
const LITERAL = new RegExp(`^(?:${OCTET}(?:\\.${OCTET}){3}|\\[[0-9a-fA-F:.]+\\]):[0-9]{1,5}$`);

/** The address of a text, or null when it is not a literal loopback `IP:port`; names are none. */
export function parseListenAddress(text: string): ListenAddress | null {
  if (!LITERAL.test(text)) return null;
  const parsed = parseEndpoint(`http://${text}`, false);
  if (parsed.kind === "refused") return null;
  const { hostname, port, address } = parsed.endpoint;
  return { hostname: hostname.replace(/^\[|\]$/g, ""), port, address };
}
