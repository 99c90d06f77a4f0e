// deno-lint-ignore-file no-import-prefix -- only this file needs the package
/** A server of the official SDK on the web-standard Streamable HTTP transport. */

// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/server/index"
import { Server } from "npm:@modelcontextprotocol/sdk@1.32.2/server/index.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/server/webStandardStreamableHttp"
import {
  type EventStore,
  WebStandardStreamableHTTPServerTransport,
} from "npm:@modelcontextprotocol/sdk@1.32.2/server/webStandardStreamableHttp.js";
// @ts-types="npm:@modelcontextprotocol/sdk@1.32.2/types"
import {
  CallToolRequestSchema,
  CreateMessageResultSchema,
  type JSONRPCMessage,
  ListResourcesRequestSchema,
  ListToolsRequestSchema,
  ReadResourceRequestSchema,
  SubscribeRequestSchema,
  UnsubscribeRequestSchema,
} from "npm:@modelcontextprotocol/sdk@1.32.2/types.js";

const TOOLS = "echo fail wait sample sample-apart elicit touch progress leave".split(" ");
const SAMPLE = { messages: [], maxTokens: 1 };

/** Ways in which such a server may be set up. */
export interface SdkOptions {
  /** JSON bodies instead of event streams. */
  json?: boolean;
  /** Event streams can be resumed. */
  resumable?: boolean;
}

/** A running server. */
export interface SdkFake extends AsyncDisposable {
  url: string;
  /** Sessions that are open. */
  sessions: Set<string>;
  /** Reasons of the cancellations that calls have seen. */
  cancelled: unknown[];
}

function protocolServer(cancelled: unknown[]): Server {
  const server = new Server({ name: "sdk", version: "1" }, {
    capabilities: { tools: {}, logging: {}, resources: { subscribe: true } },
  });
  server.setRequestHandler(ListToolsRequestSchema, () => ({
    tools: TOOLS.map((name) => ({ name, inputSchema: { type: "object" as const } })),
  }));
  server.setRequestHandler(ListResourcesRequestSchema, () => ({
    resources: [{ uri: "x:y", name: "y" }],
  }));
  server.setRequestHandler(ReadResourceRequestSchema, ({ params: { uri } }) => ({
    contents: [{ uri, text: "" }],
  }));
  server.setRequestHandler(SubscribeRequestSchema, () => ({}));
  server.setRequestHandler(UnsubscribeRequestSchema, () => ({}));
  server.setRequestHandler(CallToolRequestSchema, async ({ params }, extra) => {
    const text = (value: unknown) => ({
      content: [{ type: "text" as const, text: JSON.stringify(value) }],
    });
    switch (params.name) {
      case "echo":
        return text(params.arguments);
      case "fail":
        return { ...text("no"), isError: true };
      case "wait":
        await new Promise<void>((resolve) => {
          extra.signal.onabort = () => {
            cancelled.push(extra.signal.reason);
            resolve();
          };
        });
        return text("late");
      case "sample":
        return text(
          await extra.sendRequest(
            { method: "sampling/createMessage", params: SAMPLE },
            CreateMessageResultSchema,
          ),
        );
      case "sample-apart":
        return text(await server.createMessage(SAMPLE));
      case "elicit":
        return text(
          await server.elicitInput({
            message: "really?",
            requestedSchema: { type: "object", properties: {} },
          }),
        );
      case "leave":
        // The client has to come back for the result, twice.
        for (let times = 0; times < 2; times++) {
          extra.closeSSEStream?.();
          await new Promise((resolve) => setTimeout(resolve, 150));
        }
        return text("welcome back");
      case "touch":
        await server.sendResourceUpdated({ uri: "x:y" });
        return text("touched");
      default:
        await extra.sendNotification({
          method: "notifications/message",
          params: { level: "info", data: "on the way" },
        });
        return text("done");
    }
  });
  return server;
}

/** Remembers every event of a session in the order of their ids. */
function eventStore(): EventStore {
  const events: { stream: string; message: JSONRPCMessage }[] = [];
  return {
    storeEvent: (stream, message) => Promise.resolve(String(events.push({ stream, message }))),
    getStreamIdForEventId: (id) => Promise.resolve(events[Number(id) - 1]?.stream),
    async replayEventsAfter(id, { send }) {
      const stream = events[Number(id) - 1]?.stream ?? "";
      for (const [index, event] of events.entries()) {
        const isReal = event.stream === stream && Object.keys(event.message).length > 0;
        if (index >= Number(id) && isReal) await send(String(index + 1), event.message);
      }
      return stream;
    },
  };
}

/** Starts a server with a session for each client. */
export function serveSdk({ json = false, resumable = false }: SdkOptions = {}): SdkFake {
  const transports = new Map<string, WebStandardStreamableHTTPServerTransport>();
  const sessions = new Set<string>();
  const cancelled: unknown[] = [];
  const opened = async () => {
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => crypto.randomUUID(),
      enableJsonResponse: json,
      keepAliveMs: 0,
      ...resumable && { eventStore: eventStore(), retryInterval: 100 },
      onsessioninitialized(id) {
        transports.set(id, transport);
        sessions.add(id);
      },
      onsessionclosed: (id) => void sessions.delete(id),
    });
    await protocolServer(cancelled).connect(transport);
    return transport;
  };
  const controller = new AbortController();
  const server = Deno.serve({
    hostname: "127.0.0.1",
    port: 0,
    signal: controller.signal,
    onListen() {},
  }, async (request) => {
    const id = request.headers.get("mcp-session-id");
    const transport = id === null ? await opened() : transports.get(id);
    return await transport?.handleRequest(request) ?? new Response(null, { status: 404 });
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    sessions,
    cancelled,
    async [Symbol.asyncDispose]() {
      for (const transport of transports.values()) await transport.close();
      controller.abort();
      await server.finished;
    },
  };
}
