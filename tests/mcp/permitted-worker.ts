/** Talks to a server with no permission but to run it and `kill`, and reports how that went. */

import { openTarget } from "../../core/mcp/connector.ts";
import { discover } from "../../core/mcp/discovery.ts";
import { reportedPids } from "./harness.ts";

declare const self: DedicatedWorkerGlobalScope;

self.onmessage = async ({ data: { command, killProgram } }) => {
  const options = { timeoutMs: 20_000, killProgram };
  const connector = openTarget({ kind: "stdio", command }, options);
  const session = await connector.connect();
  const { catalog } = await discover(session);
  const pids = await reportedPids(session);
  await connector.close();
  const outsider = openTarget({ kind: "stdio", command: ["/bin/ls"] }, options);
  const refusal = await outsider.connect().then(() => "", ({ message }) => message);
  self.postMessage({ pids, tools: catalog.tools.length, outsider: refusal.split(": ")[1] });
};
