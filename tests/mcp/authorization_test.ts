import assert from "node:assert/strict";
import { authorizationProblem } from "../../core/mcp/authorization.ts";
import { faultOf } from "./harness.ts";
import { openUrl, serve } from "./http-server.ts";

Deno.test("values that can be sent", () => {
  for (const value of ["Bearer abc", " ", "~", "x".repeat(8192)]) {
    assert.equal(authorizationProblem(value), null);
  }
});

Deno.test("values that cannot be sent are refused without quoting them", () => {
  const problems = [
    ["", "MCPEVAL_HTTP_AUTHORIZATION is empty; unset it or give a value"],
    [
      "secret\n",
      "MCPEVAL_HTTP_AUTHORIZATION holds a control character, perhaps a line end",
    ],
    ["\0", "MCPEVAL_HTTP_AUTHORIZATION holds a control character, perhaps a line end"],
    ["\t", "MCPEVAL_HTTP_AUTHORIZATION holds a control character, perhaps a line end"],
    ["a\x7f", "MCPEVAL_HTTP_AUTHORIZATION holds a control character, perhaps a line end"],
    ["sécret", "MCPEVAL_HTTP_AUTHORIZATION holds a character that is not ASCII"],
    ["\ufffd", "MCPEVAL_HTTP_AUTHORIZATION holds a character that is not ASCII"],
    ["x".repeat(8193), "MCPEVAL_HTTP_AUTHORIZATION is longer than 8192 bytes"],
  ] as const;
  for (const [value, problem] of problems) assert.equal(authorizationProblem(value), problem);
});

Deno.test("a value goes with every request, as it was given", async () => {
  await using server = serve();
  {
    await using connector = openUrl(server.url, { authorization: "Bearer a=b, c" });
    const session = await connector.connect();
    await session.request("ping", {});
    await connector.negotiate("2000-01-01");
  }
  assert.deepEqual(
    server.seen.map(({ headers }) => headers.get("authorization")),
    Array(4).fill("Bearer a=b, c"),
  );
  await using bare = openUrl(server.url);
  await bare.negotiate("2025-06-18");
  assert.equal(server.seen.at(-1)?.headers.get("authorization"), null);
});

Deno.test("nothing is sent with a value that cannot be sent", async () => {
  await using server = serve();
  await using connector = openUrl(server.url, { authorization: "Bearer secr\u00e9t" });
  for (const attempt of [connector.connect(), connector.negotiate("2025-06-18")]) {
    const fault = await faultOf(attempt, "transport-error");
    assert.equal(
      fault.message,
      "MCPEVAL_HTTP_AUTHORIZATION holds a character that is not ASCII",
    );
  }
  assert.deepEqual(server.seen, []);
});

Deno.test("401 and 403 say how to authorize, with and without a value", async () => {
  for (const status of [401, 403]) {
    await using server = serve({
      initialize: () => new Response("secret", { status, headers: { "www-authenticate": "x" } }),
    });
    await using bare = openUrl(server.url);
    assert.equal(
      (await faultOf(bare.connect(), "transport-error")).message,
      `the server answered initialize with HTTP ${status}: it may want authorization, which ` +
        "MCPEVAL_HTTP_AUTHORIZATION gives",
    );
    await using given = openUrl(server.url, { authorization: "Bearer tok" });
    assert.equal(
      (await faultOf(given.connect(), "transport-error")).message,
      `the server answered initialize with HTTP ${status}: it does not accept the value of ` +
        "MCPEVAL_HTTP_AUTHORIZATION",
    );
  }
});
