/** The protocol server of one request: what the SDK asks of us (`@modelcontextprotocol/server`). */

import {
  type CallToolResult,
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  Server,
  type Tool as SdkTool,
} from "@modelcontextprotocol/server";
import { asIdentifier } from "../core/labels.ts";
import type { Json } from "../core/mcp/json.ts";
import { VERSION } from "../core/version.ts";
import type { Backend } from "./backend.ts";
import { FIX_LOOP, fixLoopText } from "./prompts.ts";
import { FINDING_TEMPLATE, listResources, readResource, Unavailable } from "./resources.ts";
import { exactly } from "./tool-result.ts";
import { type Caller, InvalidCall, type ServedTools } from "./tools.ts";

/** What all requests of a service share. */
export interface Shared {
  backend: Backend;
  tools: ServedTools;
  allowSpawn: boolean;
}

/** One request, beside what the SDK knows of it. */
export interface Exchange {
  /** `params.name` of a `tools/call` as it was sent. */
  tool: Json | undefined;
  /** `params.arguments`, its numbers as they were written. */
  arguments: Json | undefined;
  /** Aborted when the client no longer waits. */
  signal: AbortSignal;
  /** Does the work of a call, which may be cancelled meanwhile. */
  track<T>(work: () => Promise<T>): Promise<T>;
  /** Answers that the service has failed, unless there is an answer already. */
  fail(): void;
}

/** A mistake of ours, as clients are told. */
export const FAILED = "mcpeval failed; please report this";
const INSTRUCTIONS =
  "mcpeval finds friction in the tool calls of agents and verifies repairs. Start with " +
  "list_findings; the prompt fix_loop walks from a finding to a verified repair.";

/** A schema validator would only be needed for elicitation, which this service does not do. */
const NO_VALIDATOR = {
  getValidator(): never {
    throw new Error("this service validates no schemas of others");
  },
};

/** Makes the server of one exchange; it is connected to one transport. */
export function makeServer({ backend, tools, allowSpawn }: Shared, exchange: Exchange): Server {
  const server = new Server({ name: "mcpeval", version: VERSION }, {
    capabilities: { tools: {}, resources: {}, prompts: {} },
    instructions: INSTRUCTIONS,
    jsonSchemaValidator: NO_VALIDATOR,
  });
  // It says so of what it could not send, but also of what it has refused: that is answered first.
  server.onerror = () =>
    setTimeout(() => {
      exchange.fail();
      void server.close();
    });
  server.setRequestHandler("tools/list", () => ({ tools: tools.list as unknown as SdkTool[] }));
  server.setRequestHandler("tools/call", async (request, { mcpReq }) => {
    const token = request.params._meta?.progressToken;
    let steps = 0;
    const caller: Caller = {
      signal: exchange.signal,
      onProgress(done, total, label) {
        if (token === undefined) return;
        // An evaluation has parts that each count from 0, but progress has to increase.
        const progress = ++steps;
        const message = total === 0 ? label : `${done}/${total} ${label}`;
        const params = { progressToken: token, progress, message };
        mcpReq.notify({ method: "notifications/progress", params }).catch(() => {});
      },
    };
    const call = () => tools.call(exchange.tool, exchange.arguments, caller);
    const result = await exchange.track(() => failing(call));
    return exactly(result) as CallToolResult;
  });
  server.setRequestHandler("resources/list", async () => ({
    resources: await failing(() => listResources(backend, tools)),
  }));
  server.setRequestHandler("resources/templates/list", () => ({
    resourceTemplates: [FINDING_TEMPLATE],
  }));
  server.setRequestHandler("resources/read", async ({ params: { uri } }) => {
    const content = await failing(() => readResource(uri, backend, tools));
    if (content === null) throw new ResourceNotFoundError(uri, "no such resource");
    return { contents: [content] };
  });
  server.setRequestHandler("prompts/list", () => ({ prompts: [FIX_LOOP] }));
  server.setRequestHandler("prompts/get", ({ params }) => {
    if (params.name !== FIX_LOOP.name) throw invalid("there is no such prompt");
    const id = params.arguments?.["finding_id"];
    if (id !== undefined && asIdentifier(id) === null) throw invalid("finding_id is no finding's");
    const text = fixLoopText(id, allowSpawn);
    return { messages: [{ role: "user" as const, content: { type: "text" as const, text } }] };
  });
  return server;
}

function invalid(message: string): ProtocolError {
  return new ProtocolError(ProtocolErrorCode.InvalidParams, message);
}

/** Only texts of our own leave the service; a mistake of ours shows as one. */
async function failing<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof InvalidCall) throw invalid(error.message);
    const message = error instanceof Unavailable ? error.message : FAILED;
    throw new ProtocolError(ProtocolErrorCode.InternalError, message);
  }
}
