import assert from "node:assert/strict";
import { fake, faultOf, open, resultOf } from "./harness.ts";

Deno.test("the handshake as a server sees it", async () => {
  await using connector = open(fake());
  const session = await connector.connect({ capabilities: { sampling: {} } });
  assert.equal(session.revision, "2025-06-18");
  assert.deepEqual(session.capabilities, { tools: {} });
  assert.equal(session.broken, false);
  const { received } = await resultOf(session);
  assert.deepEqual(received, [
    '{"id":1,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{"sampling":{}},' +
    '"clientInfo":{"name":"mcpeval","version":"0.9.0"},"protocolVersion":"2025-06-18"}}',
    '{"jsonrpc":"2.0","method":"notifications/initialized","params":{}}',
    '{"id":2,"jsonrpc":"2.0","method":"tools/call","params":{"arguments":{},"name":"ok"}}',
  ]);
});

Deno.test("requests are numbered and notifications are not", async () => {
  await using connector = open(fake());
  const session = await connector.connect();
  await session.request("ping", {});
  await session.notify("notifications/cancelled", { requestId: 2, reason: "test" });
  await session.list("tools/list", null);
  await session.list("resources/list", "c");
  const { received } = await resultOf(session);
  assert.deepEqual((received as string[]).slice(2, 6), [
    '{"id":2,"jsonrpc":"2.0","method":"ping","params":{}}',
    '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"reason":"test","requestId":2}}',
    '{"id":3,"jsonrpc":"2.0","method":"tools/list","params":{}}',
    '{"id":4,"jsonrpc":"2.0","method":"resources/list","params":{"cursor":"c"}}',
  ]);
});

Deno.test("an error, a strange result and a missing version pass the handshake", async () => {
  for (const behaviour of ["error", "text", "number"]) {
    await using connector = open(fake("odd", behaviour));
    const session = await connector.connect();
    assert.equal(session.revision, null, behaviour);
    assert.deepEqual(session.capabilities, {}, behaviour);
    assert.equal((await session.request("ping", {})).kind, "result");
  }
});

Deno.test("a server of the modern era only is named as such", async () => {
  await using connector = open(fake("modern"));
  const fault = await faultOf(connector.connect(), "transport-error");
  assert.equal(
    fault.message,
    "the server does not serve MCP 2025-06-18, which this run offered; it offers 2026-07-28, " +
      "2027-01-01, 2027-01-02, 2027-01-03, 2027-01-04, 2027-01-05, 2027-01-06, 2027-01-07",
  );
  await using unnamed = open(fake("modern", "unnamed"));
  const other = await faultOf(unnamed.connect(), "transport-error");
  assert.match(other.message, /2025-06-18.* offers no revision by name$/);
});

Deno.test("a server that ends at its start is a closed transport, with its exit code", async () => {
  await using connector = open(fake("exits", "3"));
  const fault = await faultOf(connector.connect(), "transport-closed");
  assert.match(
    fault.message,
    /exit code 3; run the server's command by itself to see what it prints$/,
  );
});

Deno.test("a program that cannot be started is named, its arguments are not", async () => {
  await using missing = open(["no-such-program-here", "--token=secret"]);
  const notFound = await faultOf(missing.connect(), "transport-error");
  assert.equal(
    notFound.message,
    "spawning MCP server failed: program not found: no-such-program-here; check its spelling and PATH, " +
      "and of a script the interpreter in its first line",
  );
  const file = await Deno.makeTempFile();
  try {
    await using plainFile = open([file, "--token=secret"]);
    const denied = await faultOf(plainFile.connect(), "transport-error");
    assert.equal(
      denied.message,
      `spawning MCP server failed: no permission to run the program: ${file}; make it executable`,
    );
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("a server that never answers is a timeout", async () => {
  await using connector = open(fake("silent"), { timeoutMs: 300 });
  const fault = await faultOf(connector.connect(), "transport-timeout");
  assert.equal(
    fault.message,
    "no reply to initialize within 0.3 s; " +
      "run the server's command by itself to see what it prints",
  );
});

Deno.test("each negotiation has a server of its own that hears nothing else", async () => {
  await using echoing = open(fake("negotiating", "echo"));
  assert.equal(await echoing.negotiate("2025-06-18"), "2025-06-18");
  assert.equal(await echoing.negotiate("2000-01-01"), "2000-01-01");
  await using fixed = open(fake("negotiating", "2024-11-05"));
  assert.equal(await fixed.negotiate("2025-06-18"), "2024-11-05");
  assert.equal((await fixed.connect()).revision, "2024-11-05");
  for (const behaviour of ["refuse", "number"]) {
    await using strange = open(fake("negotiating", behaviour));
    assert.equal(await strange.negotiate("2000-01-01"), null, behaviour);
  }
  await using modern = open(fake("modern"));
  assert.equal(await modern.negotiate("2025-06-18"), null);
  await using dying = open(fake("exits", "0"));
  await faultOf(dying.negotiate("2025-06-18"), "transport-closed");
});

Deno.test("a negotiation sends no initialized and repeats nothing", async () => {
  const log = await Deno.makeTempFile();
  try {
    await using connector = open(["sh", "-c", `cat >> ${log}`], { timeoutMs: 400 });
    await faultOf(connector.negotiate("2001-02-03"), "transport-timeout");
    await connector.close();
    assert.equal(
      await Deno.readTextFile(log),
      '{"id":1,"jsonrpc":"2.0","method":"initialize","params":{"capabilities":{},' +
        '"clientInfo":{"name":"mcpeval","version":"0.9.0"},"protocolVersion":"2001-02-03"}}\n',
    );
  } finally {
    await Deno.remove(log);
  }
});
