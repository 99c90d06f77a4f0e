import assert from "node:assert/strict";
import { refusal } from "../../shim/http-guard.ts";
import { parseListenAddress } from "../../shim/listen-address.ts";

/** Status for a POST that would be relayed but for these headers; null removes one. */
function judged(changes: Record<string, string | null>, method = "POST"): number | null {
  const headers = new Headers({ host: "127.0.0.1:8080", "content-type": "application/json" });
  for (const [name, value] of Object.entries(changes)) {
    if (value === null) headers.delete(name);
    else headers.set(name, value);
  }
  return refusal(method, headers);
}

Deno.test("requests of this machine are relayed", () => {
  assert.equal(judged({}), null);
  for (const host of ["localhost", "LOCALHOST:80", "127.8.9.10:1", "[::1]:8080"]) {
    assert.equal(judged({ host }), null, host);
  }
  const origins = ["http://localhost:3000", "https://127.0.0.1", "http://[::1]:1"];
  // Only scheme and host matter.
  for (const origin of [...origins, "http://a:b@localhost/page?x=1#y", "http://localhost?"]) {
    assert.equal(judged({ origin }), null, origin);
  }
  assert.equal(judged({ "content-type": "Application/JSON ; charset=utf-8" }), null);
  assert.equal(judged({ "content-type": 'application/json; profile="a,b"' }), null);
  assert.equal(judged({ "content-type": null }, "GET"), null);
});

Deno.test("requests of others are refused, in this order", () => {
  const bad = {
    host: "evil.example",
    origin: "https://evil.example",
    "content-type": "text/plain",
  };
  assert.equal(judged({ ...bad, origin: "http://localhost, http://localhost" }), 400);
  assert.equal(judged(bad), 403);
  assert.equal(judged({ ...bad, host: null }), 403);
  assert.equal(judged({ ...bad, origin: null }), 403);
  assert.equal(judged({ "content-type": "text/plain", host: null }), 400);
  assert.equal(judged({ "content-type": "text/plain" }), 415);
  assert.equal(judged({ "content-type": null }), 415);
});

Deno.test("repeated headers show joined, and unreadable ones are refused", () => {
  for (const name of ["host", "origin", "content-type"]) {
    assert.equal(judged({ [name]: "localhost, localhost" }), 400, name);
  }
  assert.equal(judged({ x_y: "1" }), 400);
  assert.equal(judged({ x: "a\tb" }), 400);
  assert.equal(judged({ x: "a".repeat(65_000) }), null);
  assert.equal(judged({ x: "a".repeat(65_536) }), 400);
});

Deno.test("origins and hosts that are not of loopback", () => {
  for (
    const origin of ["null", "", "localhost", "file:///x", "ws://localhost", "https://a.local"]
  ) {
    assert.equal(judged({ origin }), 403, origin);
  }
  const hosts = ["a@localhost", "localhost/x", "localhost?", "localhost#", "localhost\\x", "::1"];
  for (
    const host of [...hosts, "127.0.0.1.example", "localhost.", "0.0.0.0", "localhost:99999", ""]
  ) {
    assert.equal(judged({ host }), 403, host);
  }
});

Deno.test("the shim listens on literal addresses of loopback only", () => {
  assert.deepEqual(parseListenAddress("127.0.0.1:8080"), {
    hostname: "127.0.0.1",
    port: 8080,
    address: "127.0.0.1:8080",
  });
  assert.deepEqual(parseListenAddress("[::1]:80"), {
    hostname: "::1",
    port: 80,
    address: "[::1]:80",
  });
  assert.equal(parseListenAddress("127.1.2.3:0")?.port, 0);
  const refused = ["localhost:80", "127.0.0.1", "0.0.0.0:80", "10.0.0.1:80", "[::]:80", "127.1:80"];
  const odd = [
    "127.0.0.01:80",
    "0x7f.0.0.1:80",
    "127.0.0.1:99999",
    "127.0.0.1:80/x",
    " 127.0.0.1:80",
  ];
  for (const text of [...refused, ...odd, "", ":80", "127.0.0.256:80"]) {
    assert.equal(parseListenAddress(text), null, text);
  }
});
