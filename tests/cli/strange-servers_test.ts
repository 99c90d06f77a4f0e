import assert from "node:assert/strict";
import { mcpeval, type Ran, type TempFolder, tempFolder, testServer } from "./run.ts";

const SECRET = "SECRET-8c1f";
const MANIFEST = JSON.stringify({
  version: 1,
  timeout_ms: 2000,
  probes: [
    {
      id: "look",
      probe: "schema-guessability",
      tool: "look",
      access: "read_only",
      arguments: { q: "ARGUMENT-77" },
    },
    { id: "pages", probe: "pagination", access: "read_only", max_pages: 5 },
  ],
});

async function probe(folder: TempFolder, fault: string): Promise<Ran> {
  const manifest = await folder.write("m.json", MANIFEST);
  const ran = await mcpeval([
    ...["probe", "--server", "strange", "--gate-only", "--manifest", manifest, "--"],
    ...testServer("tests/cli/strange-server.ts", fault),
  ]);
  for (const output of [ran.stdout, ran.stderr]) {
    assert.ok(!output.includes(SECRET), "what the server said was shown");
    assert.ok(!output.includes("ARGUMENT-77"), "an argument was shown");
  }
  return ran;
}

const PAGES = "pages pagination pass attempts=1 tools=1 pages=1";
const lines = (text: string) => text.split("\n").filter((line) => line !== "");
const withoutHints = (text: string) => lines(text).filter((line) => !line.startsWith("  "));

/** Faults within the first case: its line, the gate line, the exit code, the diagnostic. */
const IN_CALL: [fault: string, line: string, passed: number, code: number, stderr: RegExp][] = [
  ["none", "look schema-guessability pass attempts=1", 2, 0, /^$/],
  ["crlf", "look schema-guessability pass attempts=1", 2, 0, /^$/],
  ["stderr", "look schema-guessability pass attempts=1", 2, 0, /^$/],
  [
    "banner",
    "look schema-guessability pass attempts=1",
    2,
    0,
    /^the server wrote 2 lines to stdout that are not protocol messages, the first in line 1;.*\n$/,
  ],
  [
    "one-line",
    "look schema-guessability pass attempts=1",
    2,
    0,
    /^the server wrote 1 line to stdout that is not a protocol message, line 1; write logs to stderr\n$/,
  ],
  [
    "twice",
    "look schema-guessability pass attempts=1",
    2,
    0,
    /^the server sent 1 response that nothing was waiting for; it was ignored\n$/,
  ],
  [
    "too-deep",
    "look schema-guessability pass attempts=1",
    2,
    0,
    /^the server wrote 1 message to stdout that cannot be read and was ignored, in line 3: nest.*\n$/,
  ],
  [
    "tool-error",
    "look schema-guessability fail attempts=1 first_failure=1 reason=unexpected-outcome",
    1,
    1,
    /^$/,
  ],
  [
    "dies-in-call",
    "look schema-guessability error reason=transport-closed",
    1,
    3,
    /^look transport-closed: .*exit code 1\n$/,
  ],
  ["silent", "look schema-guessability error reason=transport-timeout", 1, 3, /^look transport-/],
  ["wrong-id", "look schema-guessability error reason=transport-error", 1, 3, /^look transport-/],
  [
    "large-frame",
    "look schema-guessability error reason=transport-closed",
    1,
    3,
    /^look transport-closed: .*4 MiB\n$/,
  ],
  ["chatty", "look schema-guessability error reason=transport-closed", 1, 3, /^look transport-/],
];

for (const [fault, line, passed, code, stderr] of IN_CALL) {
  Deno.test(`probe of a server with fault ${fault}`, async () => {
    await using folder = await tempFolder();
    const ran = await probe(folder, fault);
    assert.deepEqual(withoutHints(ran.stdout), [
      line,
      PAGES,
      `strange gate ${passed}/2 passed`,
      "strange readiness not measured",
    ]);
    assert.match(ran.stderr, stderr);
    assert.equal(ran.code, code);
  });
}

Deno.test("a server that dies at start gives no report", async () => {
  await using folder = await tempFolder();
  const ran = await probe(folder, "dies-at-start");
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /^Error: initializing MCP server/);
  assert.match(
    ran.stderr,
    /^Caused by:\n {4}.*exit code 1; run the server's command by itself to see what it prints\n$/m,
  );
});

Deno.test("a server of the modern era only is named as such", async () => {
  await using folder = await tempFolder();
  const ran = await probe(folder, "modern");
  assert.deepEqual([ran.code, ran.stdout], [3, ""]);
  assert.match(ran.stderr, /2025-06-18/);
  assert.match(ran.stderr, /2026-07-28/);
});

Deno.test("a program that does not exist, or may not be run, is exit 3 and named", async () => {
  await using folder = await tempFolder();
  const manifest = await folder.write("m.json", MANIFEST);
  const start = ["probe", "--server", "strange", "--gate-only", "--manifest", manifest, "--"];
  const missing = await mcpeval([...start, "no-such-server", "SECRET-argument"]);
  assert.deepEqual([missing.code, missing.stdout], [3, ""]);
  assert.match(
    missing.stderr,
    /program not found: no-such-server; check its spelling and PATH, .*\n/,
  );
  assert.ok(!missing.stderr.includes("SECRET-argument"));
  const barred = await mcpeval([...start, manifest]);
  assert.equal(barred.code, 3);
  assert.match(barred.stderr, /no permission to run the program: .*; make it executable\n/);
});

Deno.test("init says why a call broke, as probe does", async () => {
  await using folder = await tempFolder();
  const ran = await mcpeval([
    ...["init", "--server", "strange", "--output", folder.file("out.json"), "--"],
    ...testServer("tests/cli/strange-server.ts", "wrong-id"),
  ]);
  assert.equal(ran.code, 0);
  assert.equal(ran.stderr, "look transport-error: the server answered under a wrong id\n");
  assert.match(ran.stdout, /^ {2}skipped look: the call with \{\} failed$/m);
});

Deno.test("init survives the same servers and writes nothing when it cannot complete", async () => {
  for (const [fault, code] of [["none", 0], ["banner", 0], ["dies-at-start", 3]] as const) {
    await using folder = await tempFolder();
    const output = folder.file("out.json");
    const ran = await mcpeval([
      ...["init", "--server", "strange", "--output", output, "--"],
      ...testServer("tests/cli/strange-server.ts", fault),
    ]);
    assert.equal(ran.code, code, ran.stderr);
    assert.ok(!(ran.stdout + ran.stderr).includes(SECRET));
    const written = [...Deno.readDirSync(folder.path)].map(({ name }) => name);
    assert.deepEqual(written, code === 0 ? ["out.json"] : []);
  }
});
