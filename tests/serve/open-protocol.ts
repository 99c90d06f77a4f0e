/** The protocol without a network, over a backend that a test can set. */

import { parseJson } from "../../core/mcp/json.ts";
import { openProtocol } from "../../serve/protocol.ts";
import { type ServedTools, serveTools } from "../../serve/tools.ts";
import { fakeBackend } from "./fake-backend.ts";

/** What a request of the modern era brings with it. */
export const MODERN_META = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "a", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};
/** Its headers. */
export const modernHeaders = (method: string, name: string | null = null) => ({
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": method,
  ...(name === null ? {} : { "mcp-name": name }),
});

/** A protocol over a backend that a test can set. */
export function openTest(given: Partial<ServedTools> = {}) {
  const backend = fakeBackend();
  const tools = serveTools(backend, true);
  const respond = openProtocol({
    backend,
    tools: { ...tools, ...given },
    allowSpawn: true,
  });
  async function send(
    message: object,
    { headers = {}, gone = new AbortController().signal }: {
      headers?: Record<string, string>;
      gone?: AbortSignal;
    } = {},
  ): Promise<Response> {
    return await sendText(JSON.stringify({ jsonrpc: "2.0", id: 1, ...message }), headers, gone);
  }
  async function sendText(
    text: string,
    headers: Record<string, string> = {},
    gone = new AbortController().signal,
  ): Promise<Response> {
    const body = { exact: parseJson(text), plain: JSON.parse(text) };
    const all = Object.entries({ "content-type": "application/json", ...headers });
    const http = { method: "POST", target: "/mcp", headers: all, body: new Uint8Array() };
    return await respond(http, body, gone);
  }
  return { backend, send, sendText };
}
