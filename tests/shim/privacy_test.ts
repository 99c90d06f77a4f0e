import assert from "node:assert/strict";
import fc from "fast-check";
import type { Json, JsonObject } from "../../core/mcp/json.ts";
import { learnEnums } from "../../core/capture/enums.ts";
import { recordOfError, recordOfToolError } from "../../core/capture/error-record.ts";
import { shapeArguments } from "../../core/capture/shape.ts";
import { urlClass } from "../../core/capture/url-class.ts";
import { projectCall } from "../../store/project.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { assertWithout, marked, outside, partsOf, quoted, secret, text, url } from "./secrets.ts";

const SALT = new Uint8Array(32).fill(7);
const IDENTITY = {
  capture_id: "5c7b0f9e-1d2c-4b3a-9f8e-7d6c5b4a3f2e",
  event_id: "0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d",
};

/** What a record is made of; every text in it is content. */
interface Content {
  args: Json;
  tool: Json;
  method: Json;
  session: string;
  error: JsonObject;
  result: JsonObject;
}

/** A record as a relay makes it, as the line that is written. */
function lineOf({ args, tool, method, session, error, result }: Content, failed: boolean): string {
  const tables = new Map();
  const inputSchema = { properties: { color: { enum: ["a listed value", "listed.value"] } } };
  learnEnums(tables, { tools: [{ name: "known", inputSchema }] });
  const record = {
    identity: IDENTITY,
    ts: "2026-03-04T05:06:07.089Z",
    session,
    seq: 1,
    server: "x",
    method,
    tool,
    args: shapeArguments(args, { enums: tables.get("known"), urlClass }),
    latency_ms: 3,
    outcome: "error",
    error: failed ? recordOfError(error, SALT) : recordOfToolError(result, SALT, null),
    shim_self_us: 5,
    kind: "real",
    [String(tool)]: tool,
  };
  const projected = projectCall(record as unknown as Json);
  assert.ok(projected !== null);
  return new TextDecoder().decode(encodeRecord(projected));
}

Deno.test("five characters of any content never reach the record", () => {
  const parts = fc.record({
    args: marked,
    tool: outside,
    method: outside,
    session: secret,
    code: fc.oneof(
      outside.map((value) => ({ value, secrets: [value] })),
      marked.filter(
        ({ value }) => typeof value === "object",
      ),
    ),
    layer: secret,
    kind: secret,
    message: fc.oneof(text, url, quoted),
    failed: fc.boolean(),
  });
  fc.assert(
    fc.property(parts, ({ args, tool, method, session, code, layer, kind, message, failed }) => {
      const error = { code: code.value, layer, kind, message: message.value, data: args.value };
      const result = { isError: true, content: [{ text: message.value }, args.value] };
      const content = { args: args.value, tool, method, session, error, result };
      const secrets = [...args.secrets, ...code.secrets, ...message.secrets];
      const parts = partsOf([...secrets, tool, method, session, layer, kind]);
      assertWithout(lineOf(content, failed), parts, "a record");
    }),
    { numRuns: 500 },
  );
});

Deno.test("what is kept on purpose is kept: names, keys, codes, domains, enum members", () => {
  const line = lineOf({
    args: { color: "listed.value", site: "https://docs.example.com/x", "in.grammar": 1 },
    tool: "find_rows",
    method: "tools/call",
    session: "s",
    error: { code: "E_BUSY", message: "m" },
    result: {},
  }, true);
  const kept = [
    '"tool":"find_rows"',
    '"color":"enum:listed.value"',
    '"in.grammar":"num:1"',
    '"site":"url:example.com"',
    '"code":"E_BUSY"',
  ];
  for (const part of kept) assert.ok(line.includes(part), part);
});
