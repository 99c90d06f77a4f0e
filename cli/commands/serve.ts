/** `mcpeval serve`: findings, trends and evaluations as MCP tools for agents (serve-and-demo.md §1). */

import * as Comlink from "comlink";
import { MisuseError } from "../../core/errors.ts";
import { forgetProxies } from "../../core/mcp/proxies.ts";
import { parseListenAddress } from "../../shim/listen-address.ts";
import type { Invocation, Prepared } from "../command.ts";
import { beforeExit } from "../farewell.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissionsBut, startEngine, startKeeper, startService } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { findKiller } from "../programs.ts";
import { clientEntry } from "../service-config.ts";
import { print, printError } from "../terminal.ts";

/** Where a server under test may be reached. */
const LOOPBACK = ["127.0.0.0/8", "[::1]", "localhost"];

interface Options {
  /** As it was typed. */
  listen: string;
  hostname: string;
  port: number;
  allowSpawn: boolean;
  home: string;
  /** Path of the running program. */
  program: string;
}

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const listen = String(options["listen"]);
  if (options["printConfig"] === true) {
    const text = clientEntry(options["client"] as string | undefined, `http://${listen}/mcp`);
    return {
      plan: { engine: null, keeper: capabilities() },
      run() {
        print(text);
        return Promise.resolve(0);
      },
    };
  }
  const address = parseListenAddress(listen);
  if (address === null) throw new MisuseError(addressProblem(listen));
  const { hostname, port } = address;
  const allowSpawn = options["allowSpawn"] === true;
  const home = findHome();
  const program = Deno.execPath();
  const plan = {
    // It starts what agents name, and looks at its files before and after a verification.
    engine: allowSpawn ? capabilities({ read: ["*"], run: ["*"], net: LOOPBACK }) : null,
    // It finds what agents name on PATH.
    ...allowSpawn ? { front: capabilities({ read: ["*"], env: ["*"] }) } : {},
    keeper: capabilities({ read: allowSpawn ? [home, program] : [home], write: [home] }),
    service: capabilities({ net: [address.address] }),
  };
  return { plan, run: () => run({ listen, hostname, port, allowSpawn, home, program }, plan) };
}

function addressProblem(listen: string): string {
  const isNumeric = /^([0-9]{1,3}(\.[0-9]{1,3}){3}|\[[0-9a-fA-F:.]+\]):[0-9]{1,5}$/.test(listen);
  return isNumeric && URL.canParse(`http://${listen}`)
    ? "--listen takes a loopback address, such as 127.0.0.1:8091: whoever reaches the service " +
      "may read findings and start programs"
    : "the listen address is invalid; --listen takes an IP address and a port, " +
      "such as 127.0.0.1:8091";
}

async function run(
  { listen, hostname, port, allowSpawn, home, program }: Options,
  plan: CapabilityPlan,
): Promise<number> {
  const service = startService(plan.service ?? capabilities());
  const bound = await ask(service, (api) => api.open({ hostname, port }));
  const keeper = startKeeper(plan.keeper);
  const engine = plan.engine === null ? null : startEngine(plan.engine);
  if (engine !== null) {
    beforeExit(() => Promise.race([engine.api.stop(), engine.crashed.catch(() => {})]));
  }
  const killProgram = findKiller();
  forgetProxies();
  const { makeBackend } = await import("../serving.ts");
  const backend = makeBackend({ home, keeper, engine, killProgram, program });
  await dropPermissionsBut(plan.front ?? capabilities(), service, keeper, engine);
  const served = ask(service, (api) => api.serve(Comlink.proxy(backend), allowSpawn));
  const chosen = port === 0 ? `, which is port ${bound}` : "";
  const disabled = "evaluation tools are disabled; --allow-spawn lets agents start servers\n";
  printError(
    `mcpeval serves ${home} at http://${listen}/mcp${chosen}\n${allowSpawn ? "" : disabled}`,
  );
  return await Promise.race([served, keeper.crashed]);
}
