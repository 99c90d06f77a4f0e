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
  await using offered = await offer(processes, transport);
  const { target, started, received } = offered;
  const connector = openTarget(
    target.kind === "stdio" ? target : { ...target, allowRemote: false },
    { timeoutMs, killProgram: KILL, ...(limits && { limits }) },
  );
  try {
    return await use({ connector, started, received });
  } finally {
    await connector.close();
  }
}

/** Fake servers, whoever will talk to them. */
export interface Offered extends Omit<Served, "connector">, AsyncDisposable {
  target: { kind: "stdio"; command: [string, ...string[]] } | { kind: "http"; url: string };
}

/** Makes fake servers ready until the end of the scope. @param processes see {@link withServers} */
export async function offer(processes: Behavior[], transport: Transport): Promise<Offered> {
  return transport === "stdio" ? await offerProcesses(processes) : offerSessions(processes);
}

async function offerProcesses(processes: Behavior[]): Promise<Offered> {
  const folder = await Deno.makeTempDir();
  const behaviors: Behaviors = { processes, folder: join(folder, "started") };
  await Deno.mkdir(behaviors.folder);
  const file = join(folder, "behaviors.json");
  await Deno.writeTextFile(file, JSON.stringify(behaviors));
  const flags = ["run", "-A", "--quiet", "--no-config", "--no-lock"];
  const started = () => [...Deno.readDirSync(behaviors.folder)].length;
  return {
    target: { kind: "stdio", command: [Deno.execPath(), ...flags, FAKE_SERVER, file] },
    started,
    received: () =>
      Array.from({ length: started() }, (_, number) => {
        const lines = Deno.readTextFileSync(join(behaviors.folder, `${number}`)).split("\n");
        return lines.slice(0, -1).map((line) => JSON.parse(line) as Message);
      }),
    [Symbol.asyncDispose]: () => Deno.remove(folder, { recursive: true }),
  };
}

function offerSessions(processes: Behavior[]): Offered {
  const servers = serveBehaviors(processes);
  return {
    target: { kind: "http", url: servers.url },
    started: () => servers.received.length,
    received: () => servers.received.map((messages) => [...messages]),
    [Symbol.asyncDispose]: () => servers.close(),
  };
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
