import assert from "node:assert/strict";
import { MODERN_META, modernHeaders, openTest } from "./open-protocol.ts";

Deno.test("no header keeps a request from its answer", async () => {
  const { send } = openTest();
  const headers = {
    "user-agent": "agent 🤖",
    "x-name": "€uro",
    "mcp-session-id": "🤖",
    "content-type": 'application/json; a="🤖,"',
  };
  for (const method of ["ping", "tools/list"]) {
    assert.equal((await (await send({ method }, { headers })).json()).id, 1);
  }
  const unknown = await send({ method: "ping" }, { headers: { "mcp-protocol-version": "🤖" } });
  assert.equal(unknown.status, 400);
  await unknown.body?.cancel();
  const modern = { ...headers, ...modernHeaders("tools/list", "🤖") };
  const listed = await send({ method: "tools/list", params: { _meta: MODERN_META } }, {
    headers: modern,
  });
  assert.equal((await listed.json()).result.tools.length, 8);
});

Deno.test("parameters that mean nothing are not looked at, malformed ones are named", async () => {
  const { sendText } = openTest();
  const ask = async (method: string, params: string) => {
    const text = `{"id":1,"method":"${method}"${params === "" ? "" : `,"params":${params}`}}`;
    const response = await sendText(text);
    assert.equal(response.status, 200, text);
    const { id, error } = await response.json();
    assert.equal(id, 1);
    return error === undefined ? "" : `${error.code} ${error.message}`;
  };
  const odd = [
    ...[
      "",
      "null",
      "[]",
      '"x"',
      "5",
      "{}",
      '{"cursor":5}',
      '{"_meta":5}',
      '{"_meta":{"progressToken":{}}}',
    ],
    '{"_meta":{"progressToken":9007199254740993}}',
  ];
  for (
    const method of [
      "ping",
      "tools/list",
      "resources/list",
      "resources/templates/list",
      "prompts/list",
    ]
  ) {
    for (const params of odd) assert.equal(await ask(method, params), "", `${method} ${params}`);
  }
  const named = '"name":"list_findings"';
  for (const more of ["", ',"task":{"ttl":5}', ',"_meta":5', ',"_meta":{"progressToken":[]}']) {
    assert.equal(await ask("tools/call", `{${named}${more}}`), "", more);
  }
  const needs = (name: string) => `-32602 invalid params: ${name} has to be a string`;
  for (const params of ["", "null", "[]", '"x"', "{}", '{"uri":5,"name":5,"protocolVersion":5}']) {
    assert.equal(await ask("resources/read", params), needs("uri"));
    assert.equal(await ask("prompts/get", params), needs("name"));
    assert.equal(await ask("initialize", params), needs("protocolVersion"));
    assert.equal(await ask("tools/call", params), "-32602 tools/call is missing a tool name");
  }
  const texts = "-32602 invalid params: arguments have to be strings by name";
  for (const given of ["null", "[]", '"x"', '{"finding_id":5}']) {
    assert.equal(await ask("prompts/get", `{"name":"fix_loop","arguments":${given}}`), texts);
  }
  assert.equal(await ask("prompts/get", '{"name":"fix_loop"}'), "");
  const offer = '"protocolVersion":"2025-06-18"';
  for (const more of ["", ',"capabilities":5', ',"capabilities":{"roots":1},"clientInfo":"x"']) {
    assert.equal(await ask("initialize", `{${offer}${more}}`), "");
  }
});

Deno.test("an id comes back as it was sent, or is refused; the version of JSON-RPC does not matter", async () => {
  const { sendText } = openTest();
  const ping = async (id: string, version = '"2.0"') => {
    const response = await sendText(`{"jsonrpc":${version},"id":${id},"method":"ping"}`);
    assert.equal(response.status, 200);
    return await response.text();
  };
  const ids = ['"a"', '""', "0", "-7", "9007199254740991", "-9007199254740991"];
  for (const id of ids) assert.equal(JSON.parse(await ping(id)).id, JSON.parse(id));
  for (const version of ['"1.0"', "null", "2"]) {
    assert.deepEqual(JSON.parse(await ping("1", version)), { jsonrpc: "2.0", id: 1, result: {} });
  }
  const refused = {
    code: -32600,
    message: "the id of a request is a string or an integer below 2^53",
  };
  const others = ["null", "1.5", "9007199254740993", "18446744073709551615", "true", "{}", "[1]"];
  for (const id of others) {
    assert.deepEqual(JSON.parse(await ping(id)), { jsonrpc: "2.0", id: null, error: refused }, id);
  }
  const methodless = await sendText('{"id":9007199254740993,"method":5}');
  assert.match(await methodless.text(), /"id":9007199254740993,"error":\{"code":-32600,/);
});

Deno.test("what asks for nothing is taken and not answered", async () => {
  const { sendText } = openTest();
  const texts = [
    "{}",
    '{"method":"notifications/x"}',
    '{"id":1,"result":{}}',
    '{"id":1,"error":5}',
  ];
  for (const text of [...texts, '{"method":"notifications/cancelled","params":null}']) {
    const response = await sendText(text);
    assert.deepEqual([response.status, await response.text()], [202, ""], text);
  }
});
