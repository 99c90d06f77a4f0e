import assert from "node:assert/strict";
import fc from "fast-check";
import { parseEndpoint } from "../../core/mcp/endpoint.ts";

const REMOTE = "the endpoint is not a loopback address; --allow-remote-http allows others";

function addressOf(text: string, allowRemote = false): string {
  const parsed = parseEndpoint(text, allowRemote);
  return parsed.kind === "endpoint" ? parsed.endpoint.address : `refused: ${parsed.problem}`;
}

Deno.test("loopback endpoints, in every spelling of their host", () => {
  const spellings = [
    ["http://127.0.0.1:8080/mcp", "127.0.0.1:8080"],
    ["http://127.0.0.1/", "127.0.0.1:80"],
    ["https://127.0.0.1/", "127.0.0.1:443"],
    ["http://127.1:9/", "127.0.0.1:9"],
    ["http://0x7f000001:9/", "127.0.0.1:9"],
    ["http://2130706433:9/", "127.0.0.1:9"],
    ["http://0177.0.0.1:9/", "127.0.0.1:9"],
    ["http://127.255.255.254:9/", "127.255.255.254:9"],
    ["http://localhost:9/", "localhost:9"],
    ["http://LocalHost:9/", "localhost:9"],
    ["http://[::1]:9/", "[::1]:9"],
    ["http://[0:0:0:0:0:0:0:1]/", "[::1]:80"],
    ["http://@127.0.0.1:9/", "127.0.0.1:9"],
    ["http://:@127.0.0.1:9/", "127.0.0.1:9"],
    ["http://127.0.0.1:9/a%3Fb", "127.0.0.1:9"],
    ["HTTP://127.0.0.1:80/", "127.0.0.1:80"],
  ] as const;
  for (const [text, address] of spellings) assert.equal(addressOf(text), address, text);
});

Deno.test("hosts that only look like this machine are remote", () => {
  const hosts = ["localhost.", "a.localhost", "0.0.0.0", "[::ffff:127.0.0.1]", "[::]", "128.0.0.1"];
  for (const host of [...hosts, "127.0.0.1.example.org", "localhost.example.org", "example.org"]) {
    assert.equal(addressOf(`http://${host}/`), `refused: ${REMOTE}`, host);
    assert.equal(addressOf(`https://${host}/`), `refused: ${REMOTE}`, host);
  }
});

Deno.test("remote endpoints need their permission, and https with it", () => {
  assert.equal(addressOf("https://example.org/mcp", true), "example.org:443");
  assert.equal(addressOf("https://example.org:8443/mcp", true), "example.org:8443");
  assert.equal(
    addressOf("http://example.org/mcp", true),
    "refused: an endpoint that is not a loopback address needs https",
  );
  assert.equal(addressOf("http://localhost:1/mcp", true), "localhost:1");
});

Deno.test("whatever is wrong is refused, in the order of the rules", () => {
  const credentials = "refused: the endpoint's URL must not hold a user name or a password";
  const scheme = "refused: the endpoint's URL must start with http:// or https://";
  const refusals = [
    ["", "refused: the endpoint is not a valid URL"],
    ["127.0.0.1:8080/mcp", "refused: the endpoint is not a valid URL"],
    ["http://", "refused: the endpoint is not a valid URL"],
    ["http://127.0.0.1:99999/", "refused: the endpoint is not a valid URL"],
    ["localhost:8080/mcp", scheme],
    ["file:///mcp?x#y", scheme],
    ["ws://user@127.0.0.1/", scheme],
    ["http://user@127.0.0.1/?x", credentials],
    ["http://:secret@127.0.0.1/", credentials],
    ["http://127.0.0.1/?", "refused: the endpoint's URL must not have a query"],
    ["http://127.0.0.1/?x=1#y", "refused: the endpoint's URL must not have a query"],
    ["http://127.0.0.1?", "refused: the endpoint's URL must not have a query"],
    ["http://127.0.0.1/#", "refused: the endpoint's URL must not have a fragment"],
    ["http://example.org/#y", "refused: the endpoint's URL must not have a fragment"],
  ] as const;
  for (const [text, refusal] of refusals) assert.equal(addressOf(text), refusal, text);
});

Deno.test("the parts of an endpoint", () => {
  assert.deepEqual(parseEndpoint("http://@LOCALHOST:8080", false), {
    kind: "endpoint",
    endpoint: {
      url: "http://localhost:8080/",
      hostname: "localhost",
      port: 8080,
      secure: false,
      address: "localhost:8080",
    },
  });
});

Deno.test("no text breaks the parser, and no refusal quotes it", () => {
  fc.assert(fc.property(fc.oneof(fc.string(), fc.webUrl()), (text) => {
    const parsed = parseEndpoint(text, false);
    if (parsed.kind === "refused") assert.match(parsed.problem, /^(the|an) endpoint/);
    else assert.match(parsed.endpoint.hostname, /^(localhost|\[::1\]|127\.\d+\.\d+\.\d+)$/);
  }));
});
