import assert from "node:assert/strict";
import { acceptRequest } from "../../serve/acceptance.ts";

interface Sent {
  method?: string;
  target?: string;
  headers?: (readonly [string, string])[];
  body?: string;
}

const HOST = ["host", "127.0.0.1:8091"] as const;
const TYPE = ["content-type", "application/json"] as const;

/** Status and error of a refusal, 0 and nothing for an accepted request. */
function judge(
  { method = "POST", target = "/mcp", headers = [HOST, TYPE], body = "{}" }: Sent = {},
) {
  const bytes = new TextEncoder().encode(body);
  const acceptance = acceptRequest({ method, target, headers, body: bytes });
  return acceptance.kind === "refused" ? [acceptance.status, acceptance.error] : [0, ""];
}

const status = (sent: Sent) => judge(sent)[0];

Deno.test("the first rule that a request breaks decides", () => {
  const evil = ["origin", "http://evil.example"] as const;
  const other = ["host", "evil.example"] as const;
  const plain = ["content-type", "text/plain"] as const;
  const broken = { method: "GET", target: "/", body: "no" };
  const only = [400, "Host, Origin and Content-Type may be sent only once"];
  assert.deepEqual(judge({ ...broken, headers: [other, other, evil, plain] }), only);
  assert.deepEqual(judge({ ...broken, headers: [HOST, evil, evil, plain] }), only);
  assert.deepEqual(judge({ ...broken, headers: [HOST, plain, plain] }), only);
  assert.deepEqual(judge({ ...broken, headers: [other, evil, plain] }), [
    403,
    "Origin is not a loopback address",
  ]);
  assert.deepEqual(judge({ ...broken, headers: [plain] }), [400, "a Host header is required"]);
  assert.deepEqual(judge({ ...broken, headers: [other, plain] }), [
    403,
    "Host is not a loopback address",
  ]);
  assert.deepEqual(judge({ ...broken, headers: [HOST, plain] }), [404, "only /mcp is served"]);
  assert.deepEqual(judge({ ...broken, target: "/mcp", headers: [HOST, plain] }), [
    405,
    "POST only",
  ]);
  assert.deepEqual(judge({ body: "no", headers: [HOST, plain] }), [
    415,
    "Content-Type must be application/json",
  ]);
  assert.deepEqual(judge({ body: "no" }), [400, "invalid JSON body"]);
  assert.deepEqual(judge(), [0, ""]);
});

Deno.test("headers that were joined with a comma count as repeated", () => {
  const joined = [
    [["host", "127.0.0.1, 127.0.0.1"], TYPE],
    [HOST, ["origin", "http://localhost, http://localhost"], TYPE],
    [HOST, ["content-type", "application/json, text/plain"]],
    [HOST, ["content-type", 'application/json; a="b,c", text/plain']],
    [HOST, ["content-type", String.raw`application/json; a="\\", text/plain"`]],
  ] as const;
  for (const headers of joined) assert.equal(status({ headers: [...headers] }), 400);
});

Deno.test("Host names this machine", () => {
  const host = (value: string) => status({ headers: [["host", value], TYPE] });
  const accepted = [
    ...["localhost", "LOCALHOST:1", "localhost:", "127.9.9.9:4", "[::1]:5", "127.0.0.1"],
    ...["127.1", "0x7f.1", "2130706433"],
  ];
  for (const value of accepted) assert.equal(host(value), 0, value);
  const refused = [
    ...["", "::1", "localhost.", "a.localhost", "0.0.0.0", "[::ffff:127.0.0.1]"],
    ...["localhost:99999", "user@localhost", "localhost/x", "localhost?x", "localhost#x"],
    ...["localhost\\x", "evil.example", "127.0.0.1.evil.example", "[::]", "[::2]", "128.0.0.1"],
  ];
  for (const value of refused) assert.equal(host(value), 403, value);
});

Deno.test("Origin is a page of this machine, or absent", () => {
  const origin = (value: string) => status({ headers: [HOST, ["origin", value], TYPE] });
  const accepted = [
    ...["http://localhost", "https://localhost:3000", "http://127.0.0.1:1", "http://[::1]:5"],
    ...["HTTP://LOCALHOST", "http://localhost/page?x#y", "http://user:secret@localhost"],
  ];
  for (const value of accepted) assert.equal(origin(value), 0, value);
  const refused = [
    ...["null", "", "localhost", "ws://localhost", "file://", "file:///localhost"],
    ...["chrome-extension://localhost", "moz-extension://127.0.0.1", "http://evil.example"],
    ...["http://localhost.evil.example", "http://a.localhost", "http://0.0.0.0", "https://"],
  ];
  for (const value of refused) assert.equal(origin(value), 403, value);
});

Deno.test("a target may be a whole URL of this machine", () => {
  const accepted = ["http://127.0.0.1:8091/mcp", "HTTP://LOCALHOST/mcp?x=y", "http://[::1]/mcp"];
  for (const target of accepted) assert.equal(status({ target }), 0, target);
  assert.equal(status({ target: "http://localhost/other" }), 404);
  const other = [["host", "evil.example"], TYPE] as const;
  assert.equal(status({ target: "http://localhost/mcp", headers: [...other] }), 403);
  const refused = ["http://evil.example/mcp", "http:///mcp", "http://localhost@evil.example/mcp"];
  for (const target of refused) assert.equal(status({ target }), 403, target);
});

Deno.test("the content type is that of JSON, with or without parameters", () => {
  const type = (value: string) => status({ headers: [HOST, ["content-type", value]] });
  const accepted = [
    ...["application/json", "Application/JSON ; charset=utf-8", "application/json;"],
    ...['application/json; a="b,c"', String.raw`application/json; a="\",\\"`],
  ];
  for (const value of accepted) assert.equal(type(value), 0, value);
  const refused = [
    ...["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x"],
    ...["application/json-rpc", "application/jsonx", "text/json", "application/json text/plain"],
  ];
  for (const value of refused) assert.equal(type(value), 415, value);
  assert.equal(status({ headers: [HOST] }), 415);
});

Deno.test("the path is /mcp, whatever its query; the body is strict JSON", () => {
  assert.equal(status({ target: "/mcp?x=y" }), 0);
  for (const target of ["/", "/mcp/", "/MCP", "/mcp/x", "http://127.0.0.1", "*", "ftp://a/mcp"]) {
    assert.equal(status({ target }), 404, target);
  }
  for (const method of ["GET", "DELETE", "OPTIONS", "HEAD", "PUT", "post"]) {
    assert.equal(status({ method }), 405, method);
  }
  for (const body of ["", "x", "{", "{} {}", "\ufeff{}", '{"a":"\\ud800"}', "[".repeat(200)]) {
    assert.equal(status({ body }), 400, body.slice(0, 9));
  }
  for (const body of ["{}", "[]", "1", "null"]) assert.equal(status({ body }), 0, body);
});
