import assert from "node:assert/strict";
import { urlClass } from "../../core/capture/url-class.ts";

const CLASSES: [url: string, expected: string | null][] = [
  ["http://127.0.0.1/", "ip"],
  ["http://0x7f.1/", "ip"],
  ["http://2130706433/", "ip"],
  ["http://127.0.0.1./", "ip"],
  ["https://[::1]:8080/x", "ip"],
  ["http://localhost:3000/a", "localhost"],
  ["HTTP://LOCALHOST", "localhost"],
  ["http://localhost./", "host"],
  ["http://x.localhost/", "host"],
  ["http://intranet/", "host"],
  ["http://db.internal/", "host"],
  ["http://printer.local/", "host"],
  ["http://a.b.zz/", "host"],
  ["http://a..com/", "host"],
  ["http://.com/", "host"],
  ["http://co.uk/", "public-suffix"],
  ["http://com/", "public-suffix"],
  ["http://com./", "public-suffix"],
  ["https://s3.amazonaws.com/bucket/key", "public-suffix"],
  ["https://Files.Example.COM/private?q=1#f", "example.com"],
  ["https://user:secret@example.com./", "example.com"],
  ["http://a.b.github.io/", "b.github.io"],
  ["http://www.x.co.uk", "x.co.uk"],
  ["http://www.bücher.de/", "xn--bcher-kva.de"],
  ["http://ex%41mple.com/", "example.com"],
  ["http:/example.com", "example.com"],
  ["https:example.com", "example.com"],
  ["  http://example.com/a b  ", "example.com"],
  ["http://a_b.com/", "a_b.com"],
  ["ftp://example.com/", null],
  ["ws://example.com/", null],
  ["//example.com/", null],
  ["example.com", null],
  ["see http://example.com/", null],
  ["http://", null],
  ["http://example.com:99999/", null],
  ["http://exa mple.com/", null],
  ["http://example.com/\n", null],
  ["http://exam\tple.com/", null],
  ["http://example.com/\u0085", null],
  ["\u00a0http://example.com/", null],
];

Deno.test("a URL becomes whose it is", () => {
  for (const [url, expected] of CLASSES) assert.deepEqual([url, urlClass(url)], [url, expected]);
});

Deno.test("a host that is longer than a name can be is not looked up", () => {
  assert.equal(urlClass(`http://${"a.".repeat(130)}com/`), "host");
});
