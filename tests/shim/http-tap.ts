/** Listens in on HTTP exchanges before and behind a shim, to compare what passed. */

/** A proxy that keeps the bodies of every exchange. */
export interface Tap extends AsyncDisposable {
  url: string;
  /**
   * By exchange: its method, and what passed so far in either direction. The tap before the shim
   * gives each exchange a number, which the shim passes on to the one behind.
   */
  exchanges: Map<string, { method: string; request: Uint8Array; answer: number[] }>;
}

const NUMBER = "x-test-exchange";

/** Starts a tap before an endpoint; exchanges without a number get one. */
export function tapBefore(target: string): Tap {
  const exchanges: Tap["exchanges"] = new Map();
  let next = 1;
  const options = { hostname: "127.0.0.1", port: 0, onListen() {} };
  const server = Deno.serve(options, async (request) => {
    const { method } = request;
    const headers = new Headers(request.headers);
    headers.delete("host");
    if (!headers.has(NUMBER)) headers.set(NUMBER, String(next++));
    const body = await request.bytes();
    const exchange = { method, request: body, answer: [] as number[] };
    exchanges.set(headers.get(NUMBER) ?? "", exchange);
    const init = { method, headers, signal: request.signal };
    const answer = await fetch(target, body.length === 0 ? init : { ...init, body });
    const seen = answer.body?.pipeThrough(
      new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
        transform(chunk, controller) {
          for (const byte of chunk) exchange.answer.push(byte);
          controller.enqueue(chunk);
        },
      }),
    );
    return new Response(seen ?? null, answer);
  });
  return {
    url: `http://127.0.0.1:${server.addr.port}/mcp`,
    exchanges,
    [Symbol.asyncDispose]: () => server.shutdown(),
  };
}
