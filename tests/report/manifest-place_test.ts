import assert from "node:assert/strict";
import { caseLines, manifestUri } from "../../core/report/manifest-place.ts";

function lines(text: string): Record<string, number> | null {
  const found = caseLines(new TextEncoder().encode(text));
  return found && Object.fromEntries(found);
}

Deno.test("a case stands where the key of its id does", () => {
  assert.deepEqual(lines(`{"probes":[{"id":"a"},\n{"id":"b"}]}`), { a: 1, b: 2 });
  assert.deepEqual(lines(`{"probes":[{"id"\n:\n"a"},\n{"id":"b"}]}`), { a: 1, b: 4 });
  assert.deepEqual(lines(`{"probes":[\r\n{"id":"a"},\r\n{"id":"b"}]}`), { a: 2, b: 3 });
});

Deno.test("only ids of cases count, and of the same id the first", () => {
  assert.deepEqual(
    lines(`{"id":"x","probes":[{"arguments":{"id":"b"},"id":"a"},
      {"id":"b","steps":[{"id":"a"}]},
      {"id":"a"}]}`),
    { a: 1, b: 2 },
  );
  assert.deepEqual(lines(`{"probes":[{"id":5},{"id":["a"]},{"x":"id","y":"a"},{"id":null}]}`), {});
});

Deno.test("ids and keys are compared as they are written", () => {
  assert.deepEqual(lines(`{"probes":[{"id":"\\u0061"},{"\\u0069d":"b"}]}`), { "\\u0061": 1 });
});

Deno.test("comments and trailing commas of a .jsonc manifest", () => {
  assert.deepEqual(
    lines(`// "probes": [{ "id": "c" }]
{ "probes": [ /* {
  "id": "d" */
  { "id": "a", },
  { "id": "b" },
] }`),
    { a: 4, b: 5 },
  );
});

Deno.test("a text that is no JSON gives what can be found; one that is no UTF-8 gives null", () => {
  assert.deepEqual(lines(""), {});
  assert.deepEqual(lines(`{"probes":[{"id":"a"`), { a: 1 });
  assert.deepEqual(lines(`\ufeff{"probes":[{"id":"a"}]}`), { a: 1 });
  assert.equal(caseLines(new Uint8Array([0x7b, 0xff, 0x7d])), null);
});

const POSIX = { cwd: "/home/u", realCwd: "/home/u", realPath: null, windows: false };
const WINDOWS = { cwd: "C:\\work", realCwd: "C:\\work", realPath: null, windows: true };

Deno.test("a relative path: dots are dropped, two dots kept, the rest percent-encoded", () => {
  const uris: [string, string][] = [
    ["m.json", "m.json"],
    ["./sub//./m.json", "sub/m.json"],
    ["sub/../m.json", "sub/../m.json"],
    ["../other/m.json", "../other/m.json"],
    ["sp ace/ü%.json", "sp%20ace/%C3%BC%25.json"],
    ["a\\b:c.json", "a%5Cb%3Ac.json"],
    ["a?b#c&d+e=f@g!$'()*,;[]~", "a%3Fb%23c%26d%2Be%3Df%40g%21%24%27%28%29%2A%2C%3B%5B%5D~"],
    ["file:///x", "file%3A/x"],
    [".", ""],
  ];
  for (const [path, uri] of uris) assert.equal(manifestUri(path, POSIX), uri, path);
});

Deno.test("an absolute path below the working folder becomes relative", () => {
  assert.equal(manifestUri("/home/u/sub/m.json", POSIX), "sub/m.json");
  assert.equal(manifestUri("/home/u/../v/m.json", POSIX), "../v/m.json");
  assert.equal(manifestUri("/home/u2/m.json", POSIX), "file:///home/u2/m.json");
  assert.equal(manifestUri("/home/x y.json", POSIX), "file:///home/x%20y.json");
  assert.equal(manifestUri("/", POSIX), "file:///");
});

Deno.test("links are followed when the path as written leads elsewhere", () => {
  const linked = { ...POSIX, cwd: "/link", realCwd: "/home/u" };
  assert.equal(manifestUri("/link/m.json", { ...linked, realPath: "/home/u/m.json" }), "m.json");
  assert.equal(manifestUri("/home/u/m.json", { ...linked, realPath: "/home/u/m.json" }), "m.json");
  assert.equal(manifestUri("/a/../b", { ...linked, realPath: "/b" }), "file:///a/../b");
  assert.equal(manifestUri("/home/u/m.json", linked), "file:///home/u/m.json");
});

Deno.test("paths of Windows", () => {
  assert.equal(manifestUri("sub\\m.json", WINDOWS), "sub/m.json");
  assert.equal(manifestUri("c:\\Work\\sub\\m.json", WINDOWS), "sub/m.json");
  assert.equal(manifestUri("D:\\a b\\m.json", WINDOWS), "file:///D:/a%20b/m.json");
  assert.equal(manifestUri("\\\\host\\share\\m.json", WINDOWS), "file://host/share/m.json");
});
