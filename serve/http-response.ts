/** Writing one HTTP/1.1 response, after which the connection ends. */

import { joinBytes } from "../core/bytes.ts";

/** Longest wait for a client that does not take what is written, in ms (serve-and-demo.md §1.2). */
const WRITE_MS = 5_000;

const REASONS: Readonly<Record<number, string>> = {
  200: "OK",
  202: "Accepted",
  400: "Bad Request",
  403: "Forbidden",
  404: "Not Found",
  405: "Method Not Allowed",
  406: "Not Acceptable",
  415: "Unsupported Media Type",
  500: "Internal Server Error",
  503: "Service Unavailable",
};

const encoder = new TextEncoder();

/** A response with a JSON body. */
export function jsonResponse(
  status: number,
  body: unknown,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const type = { "Content-Type": "application/json" };
  return new Response(JSON.stringify(body), { status, headers: { ...type, ...headers } });
}

/**
 * Writes a response as a whole; a stream of events is written as the events come, in chunks.
 * @throws when the client does not take it, or the connection is gone
 */
export async function writeResponse(
  connection: Pick<Deno.Conn, "write">,
  response: Response,
): Promise<void> {
  const isStream = response.headers.get("content-type")?.startsWith("text/event-stream") === true;
  if (response.body === null || !isStream) {
    const body = await response.bytes();
    const head = renderHead(response, `content-length: ${body.length}`);
    await writeAll(connection, joinBytes([head, body]));
    return;
  }
  await writeAll(connection, renderHead(response, "transfer-encoding: chunked"));
  for await (const chunk of response.body) {
    if (chunk.length === 0) continue;
    const size = encoder.encode(`${chunk.length.toString(16)}\r\n`);
    await writeAll(connection, joinBytes([size, chunk, encoder.encode("\r\n")]));
  }
  await writeAll(connection, encoder.encode("0\r\n\r\n"));
}

function renderHead({ status, headers }: Response, framing: string): Uint8Array {
  const kept = [...headers].filter(([name]) => name !== "connection" && name !== "content-length")
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const first = `HTTP/1.1 ${status} ${REASONS[status] ?? "Other"}\r\n`;
  return encoder.encode(`${first}${kept}${framing}\r\nconnection: close\r\n\r\n`);
}

async function writeAll(connection: Pick<Deno.Conn, "write">, bytes: Uint8Array): Promise<void> {
  let rest = bytes;
  while (rest.length > 0) rest = rest.subarray(await writeOnce(connection, rest));
}

async function writeOnce(
  connection: Pick<Deno.Conn, "write">,
  bytes: Uint8Array,
): Promise<number> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error("the client takes nothing")), WRITE_MS);
  try {
    return await Promise.race([connection.write(bytes), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}
