import assert from "node:assert/strict";
import { openTarget } from "../../core/mcp/connector.ts";

Deno.test("the request target is the path alone, as origin servers expect it (RFC 9112 §3.2.1)", async () => {
  using listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const { port } = listener.addr as Deno.NetAddr;
  const line = (async () => {
    using connection = await listener.accept();
    const bytes = new Uint8Array(4096);
    const length = await connection.read(bytes) ?? 0;
    return new TextDecoder().decode(bytes.subarray(0, length)).split("\r\n")[0];
  })();
  const connector = openTarget(
    { kind: "http", url: `http://127.0.0.1:${port}/mcp`, allowRemote: false },
    { timeoutMs: 2000, killProgram: null },
  );
  try {
    await assert.rejects(connector.connect());
    assert.equal(await line, "POST /mcp HTTP/1.1");
  } finally {
    await connector.close();
  }
});
