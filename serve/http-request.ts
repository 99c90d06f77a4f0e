/**
 * One HTTP/1.1 request of one connection (RFC 9112), read within fixed bounds. The runtime's own
 * servers have no bound on time, on the head or on connections, and join repeated headers; see
 * docs/architecture.md “The service”.
 */

import { joinBytes } from "../core/bytes.ts";
import { utf8Text } from "../core/utf8.ts";
import { type ByteReader, openByteReader, UnreadableRequest } from "./byte-reader.ts";

/** A request as it was sent. */
export interface HttpRequest {
  method: string;
  /** Target of the request line, e.g. `/mcp`. */
  target: string;
  /** Names in lower case with their values, in the order of the head; a name may occur twice. */
  headers: readonly (readonly [string, string])[];
  /** Without chunk framing. */
  body: Uint8Array;
}

/** Most bytes of request line and headers with their line ends (serve-and-demo.md §1.2). */
const MAX_HEAD_BYTES = 16_384;
/** Most bytes of a body. */
const MAX_BODY_BYTES = 1_048_576;
/** Most bytes of the line that begins a chunk; extensions are not used by anybody. */
const MAX_CHUNK_LINE = 256;

const TOKEN = "[!#$%&'*+.^_`|~0-9A-Za-z-]+";
const REQUEST_LINE = new RegExp(`^(${TOKEN}) ([\\x21-\\x7e]+) HTTP/1\\.1$`);
const HEADER = new RegExp(`^(${TOKEN}):[ \\t]*([^\\x00-\\x08\\x0a-\\x1f\\x7f]*?)[ \\t]*$`);
const CHUNK = /^([0-9a-fA-F]{1,8})[ \t]*(?:;.*)?$/;
/** A response that means nothing once a request has been read; clients skip it, however often. */
export const CONTINUE = new TextEncoder().encode("HTTP/1.1 100 Continue\r\n\r\n");

/**
 * Reads the request of a new connection.
 * @throws {UnreadableRequest} for what is no request or exceeds a bound; a body whose announced
 * length exceeds its bound is not read
 */
export async function readRequest(
  connection: Pick<Deno.Conn, "read" | "write">,
): Promise<HttpRequest> {
  const reader = openByteReader(connection);
  const { first, headers } = await readHead(reader);
  const [, method = "", target = ""] = REQUEST_LINE.exec(first) ?? unreadable("the request line");
  const framing = framingOf(headers);
  if (headers.some(([name, value]) => name === "expect" && /^100-continue$/i.test(value))) {
    if (!reader.hasMore) await connection.write(CONTINUE);
  }
  const body = framing === "chunked" ? await readChunks(reader) : await reader.exactly(framing);
  return { method, target, headers, body };
}

async function readHead(
  reader: ByteReader,
): Promise<{ first: string; headers: [string, string][] }> {
  let left = MAX_HEAD_BYTES;
  async function line(): Promise<string> {
    const bytes = await reader.line(left);
    left -= bytes.length + 2;
    return decoded(bytes);
  }
  const first = await line();
  const headers: [string, string][] = [];
  for (let text = await line(); text !== ""; text = await line()) {
    const [, name = "", value = ""] = HEADER.exec(text) ?? unreadable("a header");
    headers.push([name.toLowerCase(), value]);
  }
  return { first, headers };
}

/** How the body ends: after so many bytes, or after its last chunk (RFC 9112 §6.3). */
function framingOf(headers: readonly (readonly [string, string])[]): number | "chunked" {
  const lengths = valuesOf(headers, "content-length");
  const encodings = valuesOf(headers, "transfer-encoding");
  if (encodings.length > 0) {
    const isChunked = encodings.length === 1 && /^chunked$/i.test(encodings[0] ?? "");
    return isChunked && lengths.length === 0 ? "chunked" : unreadable("the body's framing");
  }
  const [length = "0"] = lengths;
  if (!/^[0-9]{1,15}$/.test(length) || lengths.some((other) => other !== length)) {
    return unreadable("the body's length");
  }
  return Number(length) <= MAX_BODY_BYTES ? Number(length) : unreadable("the body's size");
}

async function readChunks(reader: ByteReader): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let total = 0;
  for (;;) {
    const head = decoded(await reader.line(MAX_CHUNK_LINE));
    const [, digits = ""] = CHUNK.exec(head) ?? unreadable("a chunk");
    const size = parseInt(digits, 16);
    total += size;
    if (total > MAX_BODY_BYTES) unreadable("the body's size");
    if (size === 0) break;
    chunks.push(await reader.exactly(size));
    if ((await reader.line(2)).length > 0) unreadable("a chunk");
  }
  await skipTrailers(reader);
  return joinBytes(chunks);
}

async function skipTrailers(reader: ByteReader): Promise<void> {
  let left = MAX_HEAD_BYTES;
  for (;;) {
    const { length } = await reader.line(left);
    if (length === 0) return;
    left -= length + 2;
  }
}

/** All values of one header. */
export function valuesOf(headers: HttpRequest["headers"], name: string): string[] {
  return headers.filter(([each]) => each === name).map(([, value]) => value);
}

function decoded(bytes: Uint8Array): string {
  return utf8Text(bytes) ?? unreadable("the text");
}

function unreadable(what: string): never {
  throw new UnreadableRequest(`${what} cannot be used`);
}
