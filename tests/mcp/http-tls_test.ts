import assert from "node:assert/strict";
import { makeCertificate } from "./certificate.ts";
import { serve, serveRaw } from "./http-server.ts";

/** What a client says; it trusts the certificate in this file as well. */
async function clientSays(url: string, trusted?: string): Promise<string> {
  const script = new URL("tls-client.ts", import.meta.url).pathname;
  const { stdout } = await new Deno.Command(Deno.execPath(), {
    args: ["run", "--no-prompt", "--quiet", "--no-check", "--no-lock", "-A", script, url],
    env: trusted === undefined ? {} : { DENO_CERT: trusted },
  }).output();
  return new TextDecoder().decode(stdout).trim();
}

Deno.test("an endpoint with TLS needs a trusted certificate of its own name", async () => {
  const [own, foreign] = await Promise.all([
    makeCertificate("localhost"),
    makeCertificate("localhost"),
  ]);
  const file = await Deno.makeTempFile();
  try {
    await using server = serve({}, own);
    const url = server.url.replace("127.0.0.1", "localhost");
    assert.match(url, /^https:\/\/localhost:/);
    const untrusted = "transport-closed: the endpoint's TLS certificate is not trusted";
    await Deno.writeTextFile(file, foreign.cert);
    assert.equal(await clientSays(url, file), untrusted);
    await Deno.writeTextFile(file, own.cert);
    assert.equal(await clientSays(server.url, file), untrusted);
    assert.deepEqual(server.seen, []);
    assert.equal(await clientSays(url, file), "2025-06-18");
    assert.equal(server.seen.length, 2);
  } finally {
    await Deno.remove(file);
  }
});

Deno.test("nothing is said in the clear to an https endpoint", async () => {
  const said = Promise.withResolvers<Uint8Array>();
  await using server = serveRaw(async (connection) => {
    said.resolve(await connection.peek());
    connection.close();
  });
  const outcome = await clientSays(server.url.replace("http:", "https:"));
  assert.match(outcome, /^transport-closed: /);
  const bytes = await said.promise;
  assert.equal(bytes[0], 0x16, "a TLS handshake");
  assert.doesNotMatch(String.fromCharCode(...bytes), /POST|Bearer|initialize/);
});
