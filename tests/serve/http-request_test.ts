import assert from "node:assert/strict";
import fc from "fast-check";
import { UnreadableRequest } from "../../serve/byte-reader.ts";
import { type HttpRequest, readRequest } from "../../serve/http-request.ts";

/** Reads what a client sends in the given pieces, and then ends. */
async function read(...pieces: (string | Uint8Array)[]): Promise<HttpRequest> {
  const waiting = pieces.map((piece) =>
    typeof piece === "string" ? new TextEncoder().encode(piece) : piece
  ).filter(({ length }) => length > 0);
  return await readRequest({
    read(into) {
      const [first] = waiting;
      if (first === undefined) return Promise.resolve(null);
      const length = Math.min(first.length, into.length);
      into.set(first.subarray(0, length));
      if (length === first.length) waiting.shift();
      else waiting[0] = first.subarray(length);
      return Promise.resolve(length);
    },
    write: (bytes) => Promise.resolve(bytes.length),
  });
}

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes);

Deno.test("a request is read as it was sent, headers with the same name one by one", async () => {
  const request = await read(
    "POST /mcp?a=b HTTP/1.1\r\nHost: a\r\nhost:b \r\nX-Empty:\r\nContent-Length: 3\r\n\r\nabcdef",
  );
  assert.equal(request.method, "POST");
  assert.equal(request.target, "/mcp?a=b");
  assert.deepEqual(request.headers, [
    ["host", "a"],
    ["host", "b"],
    ["x-empty", ""],
    ["content-length", "3"],
  ]);
  assert.equal(text(request.body), "abc");
});

Deno.test("a chunked body is joined, its extensions and trailers are dropped", async () => {
  const request = await read(
    "POST / HTTP/1.1\r\nTransfer-Encoding: CHUNKED\r\n\r\n",
    "3\r\nabc\r\nA;x=y\r\n0123456789\r\n0\r\nTrailer: x\r\n\r\n",
  );
  assert.equal(text(request.body), "abc0123456789");
});

Deno.test("what is no request is not read", async () => {
  const head = "POST /mcp HTTP/1.1\r\n";
  const cases: Record<string, string> = {
    "nothing": "",
    "an end within the head": "POST /mcp HTTP/1.1\r\nHost: a\r\n",
    "an end within the body": `${head}Content-Length: 3\r\n\r\nab`,
    "HTTP/1.0": "POST /mcp HTTP/1.0\r\n\r\n",
    "HTTP/2": "PRI * HTTP/2.0\r\n\r\n",
    "TLS": "\x16\x03\x01\x02\x00\r\n\r\n",
    "a target with a space": "POST /m cp HTTP/1.1\r\n\r\n",
    "a header without a colon": `${head}Host\r\n\r\n`,
    "a space before the colon": `${head}Host : a\r\n\r\n`,
    "a folded header": `${head}Host: a\r\n b\r\n\r\n`,
    "a control character": `${head}Host: a\u0001b\r\n\r\n`,
    "a bare line feed in a header": `${head}Host: a\nOrigin: b\r\n\r\n`,
    "two lengths": `${head}Content-Length: 1\r\nContent-Length: 2\r\n\r\nab`,
    "a negative length": `${head}Content-Length: -1\r\n\r\n`,
    "a length that is no number": `${head}Content-Length: 0x1\r\n\r\na`,
    "a length and chunks":
      `${head}Content-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    "another encoding": `${head}Transfer-Encoding: gzip, chunked\r\n\r\n0\r\n\r\n`,
    "a chunk without a size": `${head}Transfer-Encoding: chunked\r\n\r\n\r\n\r\n`,
    "a chunk longer than it says": `${head}Transfer-Encoding: chunked\r\n\r\n1\r\nab\r\n0\r\n\r\n`,
  };
  for (const [name, sent] of Object.entries(cases)) {
    await assert.rejects(read(sent), UnreadableRequest, name);
  }
  const latin1 = new Uint8Array([
    ...new TextEncoder().encode(`${head}Host: `),
    0xe4,
    13,
    10,
    13,
    10,
  ]);
  await assert.rejects(read(latin1), UnreadableRequest);
});

Deno.test("the head may have 16384 bytes and the body 1048576", async () => {
  const start = "POST /mcp HTTP/1.1\r\nX: ";
  const filler = (bytes: number) => "a".repeat(bytes - start.length - 4);
  const largest = await read(`${start}${filler(16_384)}\r\n\r\n`);
  assert.equal(largest.headers[0]?.[1].length, 16_384 - start.length - 4);
  await assert.rejects(read(`${start}${filler(16_385)}\r\n\r\n`), UnreadableRequest);

  const post = "POST /mcp HTTP/1.1\r\nContent-Length: ";
  const { body } = await read(`${post}1048576\r\n\r\n`, "b".repeat(1_048_576));
  assert.equal(body.length, 1_048_576);
  await assert.rejects(read(`${post}1048577\r\n\r\n`, "b".repeat(1_048_577)), UnreadableRequest);
  const chunk = `fffff\r\n${"c".repeat(0xfffff)}\r\n`;
  const chunked = "POST /mcp HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n";
  assert.equal((await read(chunked, chunk, "1\r\nc\r\n0\r\n\r\n")).body.length, 1_048_576);
  await assert.rejects(read(chunked, chunk, "2\r\ncc\r\n0\r\n\r\n"), UnreadableRequest);
});

Deno.test("it does not matter how a request is cut into pieces", async () => {
  const whole = new TextEncoder().encode(
    "POST /mcp HTTP/1.1\r\nHost: ä\r\nTransfer-Encoding: chunked\r\n\r\n" +
      "4\r\n\r\n\r\n\r\n2\r\nab\r\n0\r\nT: x\r\n\r\n",
  );
  const cuts = fc.uniqueArray(fc.integer({ min: 1, max: whole.length - 1 }), { maxLength: 40 });
  await fc.assert(fc.asyncProperty(cuts, async (places) => {
    const ends = [0, ...places.toSorted((a, b) => a - b), whole.length];
    const pieces = ends.slice(1).map((end, index) => whole.subarray(ends[index], end));
    const { headers, body } = await read(...pieces);
    assert.deepEqual(headers[0], ["host", "ä"]);
    assert.equal(text(body), "\r\n\r\nab");
  }));
});
