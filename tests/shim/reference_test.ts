/**
 * Compares shapes and fingerprints with those of another implementation's shim: MCPEVAL_REFERENCE
 * names its `mcpeval` program. Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, type Json, type JsonObject, parseJson } from "../../core/mcp/json.ts";
import { type EnumTables, learnEnums } from "../../shim/enums.ts";
import { recordOfError, recordOfToolError } from "../../shim/error-record.ts";
import { projectShape, shapeArguments } from "../../shim/shape.ts";
import { urlClass } from "../../shim/url-class.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";
import { anyJson } from "./json.ts";

const reference = Deno.env.get("MCPEVAL_REFERENCE");
if (reference === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

/** One call: the request's arguments, and the reply's `result` or `error` member. */
interface Call {
  tool: string;
  args: Json;
  reply: JsonObject;
}

const TOOLS = parseJson(JSON.stringify([{
  name: "known",
  inputSchema: {
    enum: ["red"],
    properties: {
      array: { enum: ["red", "two words", "null", "str<8", "http://a.example.com/"] },
      object: { items: { enum: ["red"] }, properties: { code: { oneOf: [{ enum: ["red"] }] } } },
      "a.b": { enum: ["red"], $ref: "#/x" },
    },
  },
}, { name: "not a name", inputSchema: { enum: ["red"] } }]));

/** Sends the calls through the reference's shim; the records of its journal, in order. */
async function recordsOf(calls: Call[], folder: TempFolder): Promise<JsonObject[]> {
  const lines = (messages: JsonObject[]) =>
    messages.map((message, id) => encodeJson({ jsonrpc: "2.0", id, ...message }) + "\n");
  const replies = lines([{ result: { tools: TOOLS } }, ...calls.map(({ reply }) => reply)]);
  const file = await folder.write("replies", replies.join(""));
  const server = new URL("./line-server.ts", import.meta.url).pathname;
  const run = [Deno.execPath(), "run", "--quiet", "--no-check", `--allow-read=${file}`];
  const child = new Deno.Command(reference ?? "", {
    args: ["shim", "--server", "x", "--", ...run, server, file],
    env: { MCPEVAL_HOME: folder.file("home") },
    stdin: "piped",
    stdout: "piped",
    stderr: "inherit",
  }).spawn();
  const writer = child.stdin.getWriter();
  const reader = child.stdout.getReader();
  const [list = "", ...requests] = lines([
    { method: "tools/list" },
    ...calls.map(({ tool, args }) => ({
      method: "tools/call",
      params: { name: tool, arguments: args },
    })),
  ]);
  const encoder = new TextEncoder();
  await writer.write(encoder.encode(list));
  // Tools are known to the calls that are sent after their listing has come.
  await reader.read();
  const drained = (async () => {
    while (!(await reader.read()).done);
  })();
  await writer.write(encoder.encode(requests.join("")));
  await writer.close();
  await drained;
  assert.equal((await child.status).code, 0);
  const [journal] = [...Deno.readDirSync(folder.file("home/store"))];
  const text = await Deno.readTextFile(folder.file(`home/store/${journal?.name}`));
  return text.trimEnd().split("\n").slice(1).map((line) => parseJson(line) as JsonObject);
}

function compare(name: string, calls: () => Call[]): void {
  Deno.test({
    name,
    ignore: reference === undefined,
    async fn() {
      await using folder = await tempFolder();
      const sent = calls();
      const records = await recordsOf(sent, folder);
      const salt = await Deno.readFile(folder.file("home/.salt"));
      const tables: EnumTables = new Map();
      learnEnums(tables, { tools: TOOLS });
      assert.equal(records.length, sent.length);
      for (const [index, { tool, args, reply }] of sent.entries()) {
        const record = records[index] ?? {};
        // Theirs keeps every key; read again, it gets our labels.
        const theirs = encodeJson(projectShape(record["args"] ?? null) as Json);
        const ours = shapeArguments(args, { enums: tables.get(tool), urlClass });
        assert.equal(encodeJson(ours as Json), theirs, encodeJson(args));
        const { error, result } = reply;
        const errorRecord = error !== undefined
          ? recordOfError(error, salt)
          : (result as JsonObject)["isError"] === true
          ? recordOfToolError(result as JsonObject, salt, null)
          : null;
        assert.equal(
          encodeJson(errorRecord as Json),
          encodeJson(record["error"] ?? null),
          encodeJson(reply),
        );
      }
    },
  });
}

const sample = <T>(arbitrary: fc.Arbitrary<T>, numRuns: number): T[] =>
  fc.sample(arbitrary, { numRuns, seed: 20260304 });
const OK: JsonObject = { result: {} };

/** Keys that read like labels of ours would be taken for them when theirs is read again. */
const isTelling = (args: Json) => !/"str[<>]/.test(encodeJson(args));

compare(
  "arguments have the reference's shapes",
  () =>
    sample(anyJson().filter(isTelling), 800).map((args) => ({ tool: "known", args, reply: OK })),
);

const HOSTS = [
  ...["example.com", "a.b.github.io", "github.io", "co.uk", "x.co.uk", "com", "com.", "localhost"],
  ...["LOCALHOST", "localhost.", "x.localhost", "db.internal", "s3.amazonaws.com", "127.0.0.1"],
  ...[
    "0x7f.1",
    "2130706433",
    "1.2.3",
    "[::1]",
    "bücher.de",
    "日本.jp",
    "a..com",
    ".com",
    "a_b.com",
  ],
  ...["ex%41mple.com", "x.www.ck", "city.kawasaki.jp", "a.b.foo.kawasaki.jp", "x.xn--p1ai", "zz"],
  ...["-a.com", "a-.com", "*.com", "a,b.com", "faß.de", "a\u00adb.com", "xn--zzzz.com", "1.com"],
];
const url = fc.tuple(
  fc.constantFrom(
    "http://",
    "https://",
    "HTTP://",
    "http:/",
    "https:",
    "http:\\\\",
    "ftp://",
    " http://",
  ),
  fc.constantFrom("", "", "user:pw@"),
  fc.constantFrom(...HOSTS),
  fc.constantFrom("", "/", "/p?q#f", ":80", ":99999", "/ ", "\\x", "/a\nb", "\u0085"),
).map((parts) => parts.join(""));

compare(
  "URLs have the reference's classes",
  () => sample(url, 800).map((args) => ({ tool: "other", args, reply: OK })),
);

const UUID = "3F2B8C1E-9D4A-4E6F-8B7C-112233445566";
const message = fc.array(
  fc.constantFrom(
    ...[
      "a",
      "B",
      "é",
      "Σ",
      "ΣΑΣ",
      "İ",
      "ǅ",
      '"',
      "'",
      " ",
      "  ",
      "\n",
      "\u0085",
      "\ufeff",
      "\u2028",
    ],
    ...["(", "[", "{", "/", "/x", "://", "http://", "h+p.s-1://", "1://", "42", "٣", "𝟗", "²", "Ⅷ"],
    ...[UUID, UUID.toLowerCase(), "won't", "\\", "\u0000", "\u200b", "\u180e", "ﬀ", "\u212a"],
  ),
  { maxLength: 14 },
).map((parts) => parts.join(""));
const error = fc.record({
  code: fc.constantFrom<Json>(1, -32001, 0, 2n ** 63n - 1n),
  message,
  layer: fc.constantFrom<Json>("x", "str<512", 5, null, "y".repeat(40)),
  kind: fc.constantFrom<Json>("k", "enum:x", null, []),
  retryable: fc.constantFrom<Json>(true, false, null, 1),
}, { requiredKeys: ["code", "message"] });
const content = fc.oneof(
  message.map((text): Json => [{ type: "text", text }]),
  fc.constantFrom<Json>([], null, [5], [{ text: 5 }], { 0: { text: "x" } }),
);
const reply: fc.Arbitrary<JsonObject> = fc.oneof(
  error.map((each) => ({ error: each as JsonObject })),
  content.map((each) => ({ result: { isError: true, content: each } })),
);

compare(
  "errors have the reference's records",
  () => sample(reply, 1200).map((each) => ({ tool: "known", args: "red", reply: each })),
);
