/**
 * A request as the SDK takes it. What the SDK would fail with, or refuse in the words of a validator
 * though it does not matter here (serve-and-demo.md §1.5), is mended or left out.
 */

import { PATH } from "./acceptance.ts";
import { type HttpRequest, valuesOf } from "./http-request.ts";

/** A body as `JSON.parse` gives it. */
export type PlainObject = Record<string, unknown>;

/** Kind of a stream of events. */
export const EVENTS = "text/event-stream";
/** The headers that it reads, beside those of the body. */
const HEADERS = ["mcp-protocol-version", "mcp-method", "mcp-name"];
/** Methods whose parameters mean nothing here: all that there is fits one page. */
const WITHOUT_PARAMS = new Set([
  "ping",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "prompts/list",
]);

/** The head of the request; the body is given as it was parsed. */
export function toSdkRequest({ headers }: HttpRequest, signal: AbortSignal): Request {
  // Its demands on these two are not ours.
  const kept = new Headers({ "content-type": "application/json" });
  kept.set("accept", `application/json, ${EVENTS}`);
  for (const name of HEADERS) {
    for (const value of valuesOf(headers, name)) kept.append(name, toBytes(value));
  }
  return new Request(`http://localhost${PATH}`, { method: "POST", headers: kept, signal });
}

/** Each byte as one character, which is how headers are kept. */
function toBytes(value: string): string {
  return String.fromCharCode(...new TextEncoder().encode(value));
}

/** Whether an id comes back as it was sent; MCP wants a string or an integer. */
export function isRequestId(id: unknown): boolean {
  return typeof id === "string" || Number.isSafeInteger(id);
}

/** The body of a request or a notification. */
export function toSdkMessage({ id, method, params }: PlainObject): PlainObject {
  const given = isPlain(params) ? params : {};
  const message = {
    jsonrpc: "2.0",
    method,
    params: { ...knownParams(method, given), ...metaOf(given) },
  };
  return id === undefined ? message : { ...message, id };
}

function knownParams(method: unknown, given: PlainObject): PlainObject {
  const { name, protocolVersion } = given;
  // The tools judge name and arguments themselves, in their order and words (§1.7).
  if (method === "tools/call") return { name: typeof name === "string" ? name : "", arguments: {} };
  if (method === "initialize") return { protocolVersion, capabilities: {}, clientInfo: NOBODY };
  return WITHOUT_PARAMS.has(String(method)) ? {} : given;
}

/** Who a client is and what it can do changes nothing. */
const NOBODY = { name: "", version: "" };

function metaOf({ _meta: meta }: PlainObject): PlainObject {
  if (!isPlain(meta)) return { _meta: {} };
  const { progressToken, ...rest } = meta;
  return { _meta: isRequestId(progressToken) ? meta : rest };
}

/**
 * What is wrong with the parameters of a request; null when nothing is. Those of tools are judged
 * where they are called.
 * @param isLegacy whether the request is of the eras that have a handshake
 */
export function paramsProblem({ method, params }: PlainObject, isLegacy: boolean): string | null {
  const given = isPlain(params) ? params : {};
  switch (method) {
    case "initialize":
      return isLegacy ? needsText(given, "protocolVersion") : null;
    case "resources/read":
      return needsText(given, "uri");
    case "prompts/get": {
      const { arguments: values = {} } = given;
      const areTexts = isPlain(values) &&
        Object.values(values).every((value) => typeof value === "string");
      return needsText(given, "name") ?? (areTexts ? null : "arguments have to be strings by name");
    }
    default:
      return null;
  }
}

function needsText(given: PlainObject, name: string): string | null {
  return typeof given[name] === "string" ? null : `${name} has to be a string`;
}

function isPlain(value: unknown): value is PlainObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
