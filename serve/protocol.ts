/**
 * From an accepted body to a response, for clients of both eras (spec/modern.md): 2026-07-28 brings
 * everything with each request; before it there is a handshake, which this service answers without
 * keeping a session. The SDK tells the eras apart and speaks both.
 */

import {
  createMcpHandler,
  INTERNAL_ERROR,
  INVALID_PARAMS,
  INVALID_REQUEST,
  isLegacyRequest,
  ProtocolError,
  ProtocolErrorCode,
  type Server,
  WebStandardStreamableHTTPServerTransport,
} from "@modelcontextprotocol/server";
import { isObject, type Json, type JsonObject } from "../core/mcp/json.ts";
import type { AcceptedBody } from "./acceptance.ts";
import { EVALUATION_TOOLS } from "./catalog.ts";
import { type HttpRequest, valuesOf } from "./http-request.ts";
import { jsonResponse } from "./http-response.ts";
import { type Exchange, FAILED, makeServer, type Shared } from "./mcp-server.ts";
import {
  EVENTS,
  isRequestId,
  paramsProblem,
  type PlainObject,
  toSdkMessage,
  toSdkRequest,
} from "./sdk-request.ts";
import { exactly } from "./tool-result.ts";

/** Answers an accepted request. */
export type Protocol = (
  request: HttpRequest,
  body: AcceptedBody,
  gone: AbortSignal,
) => Promise<Response>;

const SESSION = "mcp-session-id";
/** How often a stream shows that its client still reads, in ms. */
const KEEP_ALIVE_MS = 1_000;

/** Sets up the protocol over the tools of a service. */
export function openProtocol(shared: Shared): Protocol {
  /** Calls that run, with what a cancellation names. */
  const running = new Map<AbortController, string>();
  /** What belongs to a request of the modern era while it is served. */
  const exchanges = new WeakMap<Request, Exchange>();
  const modern = createMcpHandler(
    ({ requestInfo }) => {
      const exchange = requestInfo && exchanges.get(requestInfo);
      if (exchange === undefined) throw new TypeError("an exchange without its request");
      return makeServer(shared, exchange);
    },
    { legacy: "reject", keepAliveMs: KEEP_ALIVE_MS },
  );

  /** @param key under which a cancellation finds it; null when none can */
  function openExchange(body: JsonObject, key: string | null, gone: AbortSignal) {
    const cancel = new AbortController();
    const failed = Promise.withResolvers<Response>();
    const exchange: Exchange = {
      ...callOf(body),
      signal: AbortSignal.any([gone, cancel.signal]),
      async track(work) {
        if (key === null) return await work();
        running.set(cancel, key);
        try {
          return await work();
        } finally {
          running.delete(cancel);
        }
      },
      fail: () => failed.resolve(rpcError(500, body["id"], INTERNAL_ERROR, FAILED)),
    };
    return { exchange, failed: failed.promise };
  }
  return async (http, { exact, plain }, gone) => {
    if (!isObject(exact)) {
      return refused(400, null, "a request is one JSON object; batches are not taken");
    }
    const { id, method, params } = exact;
    if (typeof method !== "string") {
      const isAnswer = "result" in exact || "error" in exact;
      return id === undefined || isAnswer ? taken() : refused(200, id, "invalid request");
    }
    const body = plain as PlainObject;
    if (id !== undefined && !isRequestId(body["id"])) {
      return refused(200, null, "the id of a request is a string or an integer below 2^53");
    }
    const request = toSdkRequest(http, gone);
    const message = toSdkMessage(body);
    const isLegacy = await isLegacyRequest(request, message);
    const problem = id === undefined ? null : paramsProblem(body, isLegacy);
    if (problem !== null) {
      return rpcError(200, id, INVALID_PARAMS, `invalid params: ${problem}`);
    }
    const session = valuesOf(http.headers, SESSION)[0] ?? null;
    const { exchange, failed } = openExchange(exact, callKey(session, id), gone);
    if (!isLegacy) {
      exchanges.set(request, exchange);
      return await Promise.race([modern.fetch(request, { parsedBody: message }), failed]);
    }
    if (id === undefined) {
      if (method === "notifications/cancelled" && isObject(params)) {
        const key = callKey(session, params["requestId"]);
        for (const [call, its] of running) if (its === key) call.abort();
      }
      return taken();
    }
    const streams = wantsEvents(http) && EVALUATION_TOOLS.has(exchange.tool as never);
    const server = makeLegacyServer(shared, exchange);
    const answer = serveLegacy(server, request, message, streams, exchange.signal);
    const response = await Promise.race([answer, failed]);
    // Nothing is kept: it only lets a cancellation name the call of its own client.
    if (method === "initialize") response.headers.set(SESSION, crypto.randomUUID());
    return response;
  };
}

function taken(): Response {
  return new Response(null, { status: 202 });
}

/** The tool and its arguments as they were sent; nothing for other methods. */
function callOf({ method, params }: JsonObject): Pick<Exchange, "tool" | "arguments"> {
  if (method !== "tools/call" || !isObject(params)) {
    return { tool: undefined, arguments: undefined };
  }
  return { tool: params["name"], arguments: params["arguments"] };
}

/** What a call is known by; without a session another client's call may have the same id. */
function callKey(session: string | null, id: Json | undefined): string | null {
  return session === null ? null : JSON.stringify([session, typeof id, String(id)]);
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
  message: PlainObject,
  streams: boolean,
  signal: AbortSignal,
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({
    enableJsonResponse: !streams,
    keepAliveMs: KEEP_ALIVE_MS,
  });
  await server.connect(transport);
  const given = Promise.withResolvers<Response>();
  signal.addEventListener("abort", () => {
    void server.close();
    // Nobody waits for a result any more; a stream just ends.
    given.resolve(taken());
  });
  transport.handleRequest(request, { parsedBody: message }).then(given.resolve, given.reject);
  return await given.promise;
}

function refused(status: number, id: Json, message: string): Response {
  return rpcError(status, id, INVALID_REQUEST, message);
}

function rpcError(status: number, id: Json | undefined, code: number, message: string): Response {
  const error = { code, message };
  return jsonResponse(status, { jsonrpc: "2.0", id: exactly(id ?? null), error });
}
