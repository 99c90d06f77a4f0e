/** Offers the real client with fake servers over either transport, and with the demo server. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BudgetLimits } from "../../core/mcp/budget.ts";
import { openTarget } from "../../core/mcp/connector.ts";
import type { Connector } from "../../core/mcp/session.ts";
import { KILL } from "../mcp/harness.ts";
import type { Behavior, Message } from "./behavior.ts";
import type { Behaviors } from "./fake-server.ts";
import { serveBehaviors } from "./http-server.ts";

/** Where the programs of this test run are. */
const FAKE_SERVER = fileURLToPath(new URL("fake-server.ts", import.meta.url));
const DEMO = fileURLToPath(new URL("../../demo/main.ts", import.meta.url));

/** What carries the messages. */
export type Transport = "stdio" | "http";

/** What a test may do with the servers. */
export interface Served {
  connector: Connector;
  /** How many servers have been started so far: processes, or sessions over HTTP. */
  started(): number;
  /** The messages that each of them has got, in the order of their starts. */
  received(): Message[][];
}

/** Limits that differ from an ordinary run. */
export interface ServedOptions {
  timeoutMs?: number;
  limits?: BudgetLimits;
}

/**
 * Offers fake servers to a test, then ends them all.
 * @param processes the behavior of each process, or session over HTTP, in the order of their
 * starts; the last one is also that of all further ones
 */
export async function withServers<T>(
  processes: Behavior[],
  use: (served: Served) => Promise<T>,
  { timeoutMs = 10_000, limits }: ServedOptions = {},
  transport: Transport = "stdio",
): Promise<T> {
  const options = { timeoutMs, killProgram: KILL, ...(limits && { limits }) };
  return transport === "stdio"
    ? await withProcesses(processes, use, options)
    : await withSessions(processes, use, options);
}

type Options = Parameters<typeof openTarget>[1];

async function withProcesses<T>(
  processes: Behavior[],
  use: (served: Served) => Promise<T>,
  options: Options,
): Promise<T> {
  const folder = await Deno.makeTempDir();
  const behaviors: Behaviors = { processes, folder: join(folder, "started") };
  await Deno.mkdir(behaviors.folder);
  const file = join(folder, "behaviors.json");
  await Deno.writeTextFile(file, JSON.stringify(behaviors));
  const flags = ["run", "-A", "--quiet", "--no-config", "--no-lock"];
  const connector = openTarget(
    { kind: "stdio", command: [Deno.execPath(), ...flags, FAKE_SERVER, file] },
    options,
  );
  const started = () => [...Deno.readDirSync(behaviors.folder)].length;
  try {
    return await use({
      connector,
      started,
      received: () =>
        Array.from({ length: started() }, (_, number) => {
          const lines = Deno.readTextFileSync(join(behaviors.folder, `${number}`)).split("\n");
          return lines.slice(0, -1).map((line) => JSON.parse(line) as Message);
        }),
    });
  } finally {
    await connector.close();
    await Deno.remove(folder, { recursive: true });
  }
}

async function withSessions<T>(
  processes: Behavior[],
  use: (served: Served) => Promise<T>,
  options: Options,
): Promise<T> {
  const servers = serveBehaviors(processes);
  const connector = openTarget({ kind: "http", url: servers.url, allowRemote: false }, options);
  try {
    return await use({
      connector,
      started: () => servers.received.length,
      received: () => servers.received.map((messages) => [...messages]),
    });
  } finally {
    await connector.close();
    await servers.close();
  }
}

/** Offers the demo server to a test, then ends it. */
export async function withDemo<T>(
  aspect: string | null,
  use: (connector: Connector) => Promise<T>,
): Promise<T> {
  const flags = ["run", "--quiet", "--no-prompt"];
  const args = aspect === null ? [] : ["--broken", aspect];
  const connector = openTarget(
    { kind: "stdio", command: [Deno.execPath(), ...flags, DEMO, ...args] },
    { timeoutMs: null, killProgram: KILL },
  );
  try {
    return await use(connector);
  } finally {
    await connector.close();
  }
}
