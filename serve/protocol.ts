/**
 * From an accepted body to a response, for clients of both eras (spec/modern.md): 2026-07-28 brings
 * everything with each request; before it there is a handshake, which this service answers without
 * keeping a session. The SDK tells the eras apart and speaks both.
 */

import {
  createMcpHandler,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isObject, type Json, type JsonObject } from "../core/mcp/json.ts";
import { type AcceptedBody, PATH } from "./acceptance.ts";
import { EVALUATION_TOOLS } from "./catalog.ts";
import { type HttpRequest, valuesOf } from "./http-request.ts";
import { jsonResponse } from "./http-response.ts";
import type { Answered } from "./listener.ts";
import { type Exchange, makeServer, type Shared } from "./mcp-server.ts";

/** Answers an accepted request. */
export type Protocol = (
  request: HttpRequest,
  body: AcceptedBody,
  gone: AbortSignal,
) => Promise<Answered>;

const SESSION = "mcp-session-id";
const EVENTS = "text/event-stream";
const SUBSCRIBE = "subscriptions/listen";
/** Streams of subscribers that are open at once. */
const MAX_SUBSCRIPTIONS = 16;

/** Sets up the protocol over the tools of a service. */
export function openProtocol(shared: Shared): Protocol {
  /** Calls that run, by what a cancellation names. */
  const running = new Map<string, AbortController>();
  /** What belongs to a request of the modern era while it is served. */
  const exchanges = new WeakMap<Request, Exchange>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (exchange === undefined) throw new TypeError("an exchange without its request");
      return makeServer(shared, exchange);
    },
    { legacy: "reject", maxSubscriptions: MAX_SUBSCRIPTIONS },
  );

  function openExchange(request: Request, body: JsonObject, gone: AbortSignal): Exchange {
    const cancel = new AbortController();
    const key = callKey(request, body["id"]);
    return {
      ...callOf(body),
      signal: AbortSignal.any([gone, cancel.signal]),
      async track(work) {
        running.set(key, cancel);
        try {
          return await work();
        } finally {
          running.delete(key);
        }
      },
    };
  }
  return async (http, { exact, plain }, gone) => {
    if (!isObject(exact)) {
      return working(refused("a request is one JSON object; batches are not taken"));
    }
    const { id, method, params } = exact;
    const isAnswer = "result" in exact || "error" in exact;
    if (id !== undefined && typeof method !== "string" && !isAnswer) {
      return working(refused("invalid request", plain, 200));
    }
    const request = toRequest(http, gone);
    const message = forSdk(plain as Record<string, unknown>);
    const exchange = openExchange(request, exact, gone);
    if (!await isLegacyRequest(request, message)) {
      exchanges.set(request, exchange);
      const response = await modern.fetch(request, { parsedBody: message });
      // Nothing that is served changes by itself: a subscription is acknowledged and then quiet.
      return { response, isIdle: method === SUBSCRIBE };
    }
    if (id === undefined) {
      if (method === "notifications/cancelled" && isObject(params)) {
        running.get(callKey(request, params["requestId"]))?.abort();
      }
      return working(new Response(null, { status: 202 }));
    }
    const streams = wantsEvents(http) && EVALUATION_TOOLS.has(exchange.tool as never);
    const response = await serveLegacy(
      makeLegacyServer(shared, exchange),
      request,
      message,
      streams,
      exchange.signal,
    );
    // Nothing is kept: it only lets a cancellation name the call of its own client.
    if (method === "initialize") response.headers.set(SESSION, crypto.randomUUID());
    return working(response);
  };
}

function working(response: Response): Answered {
  return { response, isIdle: false };
}

/** The tool and its arguments as they were sent; nothing for other methods. */
function callOf({ method, params }: JsonObject): Pick<Exchange, "tool" | "arguments"> {
  if (method !== "tools/call" || !isObject(params)) {
    return { tool: undefined, arguments: undefined };
  }
  return { tool: params["name"], arguments: params["arguments"] };
}

function callKey(request: Request, id: Json | undefined): string {
  return JSON.stringify([request.headers.get(SESSION), typeof id, String(id)]);
}

/** The SDK reads a body that was parsed already; its own demands on `Accept` are not ours. */
function toRequest({ headers }: HttpRequest, signal: AbortSignal): Request {
  const given = new Headers(headers.map(([name, value]): [string, string] => [name, value]));
  given.set("accept", `application/json, ${EVENTS}`);
  return new Request(`http://localhost${PATH}`, { method: "POST", headers: given, signal });
}

/** The tools judge name and arguments themselves, in their order and words (§1.7). */
function forSdk(body: Record<string, unknown>): Record<string, unknown> {
  if (body["method"] !== "tools/call") return body;
  const { name, _meta } = Object(body["params"]);
  const params = { name: typeof name === "string" ? name : "", arguments: {} };
  return { ...body, params: _meta === undefined ? params : { ...params, _meta } };
}

function wantsEvents({ headers }: HttpRequest): boolean {
  return valuesOf(headers, "accept").some((value) => value.toLowerCase().includes(EVENTS));
}

function makeLegacyServer(shared: Shared, exchange: Exchange): Server {
  const server = makeServer(shared, exchange);
  server.fallbackRequestHandler = ({ method }) => {
    throw new ProtocolError(ProtocolErrorCode.MethodNotFound, `unknown method ${method}`);
  };
  return server;
}

/** Serves one request by a server and a transport of its own. */
async function serveLegacy(
  server: Server,
  request: Request,
  message: Record<string, unknown>,
  streams: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ enableJsonResponse: !streams });
  await server.connect(transport);
  const given = Promise.withResolvers<Response>();
  signal.addEventListener("abort", () => {
    void server.close();
    // Nobody waits for a result any more; a stream just ends.
    given.resolve(new Response(null, { status: 202 }));
  });
  transport.handleRequest(request, { parsedBody: message }).then(given.resolve, given.reject);
  return await given.promise;
}

function refused(message: string, body?: unknown, status = 400): Response {
  const id = Object(body)["id"] ?? null;
  const error = { code: ProtocolErrorCode.InvalidRequest, message };
  return jsonResponse(status, { jsonrpc: "2.0", id, error });
}
