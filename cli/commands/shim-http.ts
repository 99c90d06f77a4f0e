/** `mcpeval shim-http`: passes HTTP traffic on and records its calls (cli.md §6). */

import { MisuseError } from "../../core/errors.ts";
import { parseEndpoint } from "../../core/mcp/endpoint.ts";
import { forgetProxies } from "../../core/mcp/proxies.ts";
import type { HttpShimEnd } from "../../shim/jobs.ts";
import { parseListenAddress } from "../../shim/listen-address.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { capabilities } from "../permissions.ts";
import { checkLabel, runShim, shimKeeper } from "../shims.ts";

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const server = checkLabel(String(options["server"]));
  const listen = parseListenAddress(String(options["listen"]));
  if (listen === null) {
    throw new MisuseError(
      "--listen takes a literal loopback address and a port, such as 127.0.0.1:8080",
    );
  }
  const allowRemote = options["allowRemoteHttp"] === true;
  const parsed = parseEndpoint(String(options["upstream"]), allowRemote);
  if (parsed.kind === "refused") throw new MisuseError(parsed.problem);
  const { url, address } = parsed.endpoint;
  const home = findHome();
  const plan = {
    engine: capabilities({ net: [listen.address, address] }),
    keeper: shimKeeper(home),
  };
  return {
    plan,
    async run() {
      forgetProxies();
      const places = { listen: listen.address, upstream: url, allowRemote };
      const { recorded } = await runShim<HttpShimEnd>({ server, home }, plan, {
        bind: (engine) => engine.bindHttp(places),
        relay: (engine, job, journal, listener) => engine.http(job, journal, listener),
      });
      return recorded ? 0 : 3;
    },
  };
}
