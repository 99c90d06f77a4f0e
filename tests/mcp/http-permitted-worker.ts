/** Talks to an HTTP server with no permission but to connect to it, and reports how that went. */

import { discover } from "../../core/mcp/discovery.ts";
import { OK } from "./harness.ts";
import { openUrl } from "./http-server.ts";

declare const self: DedicatedWorkerGlobalScope;

const messageOf = (attempt: Promise<unknown>) =>
  attempt.then(() => "allowed", ({ label, message }) => `${label}: ${message}`);

self.onmessage = async ({ data: { url, otherUrl } }) => {
  const connector = openUrl(url);
  const session = await connector.connect();
  const watch = session.watchResource("x:y");
  const { catalog } = await discover(session);
  const redirected = await messageOf(session.call(OK, {}));
  const updated = await watch.updated(10_000);
  await connector.close();
  const other = openUrl(otherUrl);
  const outsider = await messageOf(other.connect());
  await other.close();
  const elsewhere = await messageOf(fetch(otherUrl));
  self.postMessage({ tools: catalog.tools.length, redirected, updated, outsider, elsewhere });
};
