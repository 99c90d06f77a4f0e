/** Where an HTTP server may be (wire.md §6.1). */

/** An endpoint that may be used. */
export interface Endpoint {
  /** As `URL` writes it. */
  url: string;
  /** As in the URL: IPv6 in brackets. */
  hostname: string;
  port: number;
  secure: boolean;
  /** Host with port, as a `net` permission names it: `127.0.0.1:8080`, `[::1]:80`. */
  address: string;
}

/** An endpoint, or why the text is none; the problem quotes nothing of the text. */
export type ParsedEndpoint =
  | { kind: "endpoint"; endpoint: Endpoint }
  | { kind: "refused"; problem: string };

/**
 * Judges the text of an endpoint. Pure: no name is resolved, nothing is contacted.
 * @param allowRemote `--allow-remote-http`: hosts other than loopback are allowed, over https
 */
export function parseEndpoint(text: string, allowRemote: boolean): ParsedEndpoint {
  const url = URL.parse(text);
  if (url === null) return refused("the endpoint is not a valid URL");
  if (url.protocol !== "http:" && url.protocol !== "https:") {
    return refused("the endpoint's URL must start with http:// or https://");
  }
  if (url.username !== "" || url.password !== "") {
    return refused("the endpoint's URL must not hold a user name or a password");
  }
  // In the text, not in `search` and `hash`: these are empty for a bare `?` or `#`, too.
  if (text.includes("?")) return refused("the endpoint's URL must not have a query");
  if (text.includes("#")) return refused("the endpoint's URL must not have a fragment");
  if (!isLoopback(url.hostname)) {
    if (!allowRemote) {
      return refused("the endpoint is not a loopback address; --allow-remote-http allows others");
    }
    if (url.protocol !== "https:") {
      return refused("an endpoint that is not a loopback address needs https");
    }
  }
  const { href, hostname } = url;
  const secure = url.protocol === "https:";
  const port = url.port === "" ? DEFAULT_PORTS[url.protocol] : Number(url.port);
  const address = `${hostname}:${port}`;
  return { kind: "endpoint", endpoint: { url: href, hostname, port, secure, address } };
}

const DEFAULT_PORTS = { "http:": 80, "https:": 443 } as const;

function refused(problem: string): ParsedEndpoint {
  return { kind: "refused", problem };
}

/** Whether a text is the URL of an endpoint on this machine. */
export function isLoopbackUrl(text: string): boolean {
  return parseEndpoint(text, false).kind === "endpoint";
}

/** Whether the value of `Host` names this machine; its port does not matter (serve-and-demo.md §1.4). */
export function isLoopbackHost(value: string): boolean {
  return !/[/@?#\\]/.test(value) && isLoopbackUrl(`http://${value}`);
}

/**
 * Whether a host is this machine by its name alone.
 * @param hostname as `URL` writes it: in lower case, IPv4 in four decimal parts, IPv6 in brackets
 */
function isLoopback(hostname: string): boolean {
  // A host whose last part is a number is an IPv4 address, so no domain can match.
  return hostname === "localhost" || hostname === "[::1]" || /^127(\.\d+){3}$/.test(hostname);
}
