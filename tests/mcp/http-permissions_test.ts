import assert from "node:assert/strict";
import { forgetProxies } from "../../core/mcp/proxies.ts";
import { faultOf } from "./harness.ts";
import { event, events, openUrl, serve, serveRaw } from "./http-server.ts";

Deno.test("the permission to connect to the endpoint is all that is needed, and all there is", async () => {
  await using other = serve();
  await using server = serve({
    GET: () =>
      events((write) =>
        write(event({
          jsonrpc: "2.0",
          method: "notifications/resources/updated",
          params: { uri: "x:y" },
        }))
      ),
    "tools/call": () => new Response(null, { status: 307, headers: { location: other.url } }),
  });
  const worker = new Worker(new URL("http-permitted-worker.ts", import.meta.url), {
    type: "module",
    deno: {
      permissions: {
        read: false,
        write: false,
        net: [new URL(server.url).host],
        env: false,
        sys: false,
        ffi: false,
        import: false,
        run: false,
      },
    },
  } as WorkerOptions);
  const { promise, resolve, reject } = Promise.withResolvers<unknown>();
  worker.onmessage = ({ data }) => resolve(data);
  worker.onerror = (event) => reject(new Error(event.message));
  worker.postMessage({ url: server.url, otherUrl: other.url });
  const report = await promise as { elsewhere: string };
  worker.terminate();
  assert.match(report.elsewhere, /Requires net access/);
  assert.deepEqual({ ...report, elsewhere: "" }, {
    tools: 1,
    redirected: "transport-error: the server answered tools/call with HTTP 307: redirects are " +
      "not followed; give the final URL",
    updated: true,
    outsider: "transport-error: the endpoint is outside this run's permissions",
    elsewhere: "",
  });
  assert.deepEqual(other.seen, []);
});

/** Runs a test with proxies in the environment, and says which connections they got. */
async function withProxies(names: readonly string[], act: () => Promise<void>): Promise<number> {
  let connections = 0;
  await using proxy = serveRaw((connection) => {
    connections++;
    connection.close();
    return Promise.resolve();
  });
  const before = names.map((name) => [name, Deno.env.get(name)] as const);
  for (const name of names) Deno.env.set(name, new URL(proxy.url).origin);
  try {
    await act();
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) Deno.env.delete(name);
      else Deno.env.set(name, value);
    }
  }
  return connections;
}
const ALL = ["ALL_PROXY", "HTTPS_PROXY", "HTTP_PROXY", "all_proxy", "https_proxy", "http_proxy"];

Deno.test("plain HTTP takes no proxy of the environment once it is forgotten", async () => {
  await using server = serve();
  const connections = await withProxies(ALL, async () => {
    forgetProxies();
    await using connector = openUrl(server.url);
    assert.equal((await connector.connect()).revision, "2025-06-18");
  });
  assert.equal(connections, 0);
});

Deno.test("TLS takes a proxy of the environment until it is forgotten", async () => {
  await using plain = serve();
  const attempt = async () => {
    await using connector = openUrl(plain.url.replace("http:", "https:"));
    await faultOf(connector.connect(), "transport-closed"); // the server speaks no TLS
  };
  const unset = ["NO_PROXY", "no_proxy"].map((name) => [name, Deno.env.get(name)] as const);
  for (const [name] of unset) Deno.env.delete(name);
  assert.equal(await withProxies(ALL, attempt), 1);
  const forgotten = await withProxies(ALL, async () => {
    forgetProxies();
    await attempt();
  });
  assert.equal(forgotten, 0);
  for (const [name, value] of unset) if (value !== undefined) Deno.env.set(name, value);
});
