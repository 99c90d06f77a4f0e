/** Starts the real client against `fake-server.ts` and the demo server, as processes. */

import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { BudgetLimits } from "../../core/mcp/budget.ts";
import { openTarget } from "../../core/mcp/connector.ts";
import type { Connector } from "../../core/mcp/session.ts";
import { KILL } from "../mcp/harness.ts";
import type { Behavior, Behaviors } from "./fake-server.ts";

/** Where the programs of this test run are. */
const FAKE_SERVER = fileURLToPath(new URL("fake-server.ts", import.meta.url));
const DEMO = fileURLToPath(new URL("../../demo/main.ts", import.meta.url));

/** What a test may do with the server. */
export interface Served {
  connector: Connector;
  /** How many server processes have been started so far. */
  started(): number;
}

/** Limits that differ from an ordinary run. */
export interface ServedOptions {
  timeoutMs?: number;
  limits?: BudgetLimits;
}

/**
 * Offers fake servers to a test, then ends them all.
 * @param processes the behavior of each process in the order of their starts; the last one is also
 * that of all further ones
 */
export async function withServers<T>(
  processes: Behavior[],
  use: (served: Served) => Promise<T>,
  { timeoutMs = 10_000, limits }: ServedOptions = {},
): Promise<T> {
  const folder = await Deno.makeTempDir();
  const behaviors: Behaviors = { processes, folder: join(folder, "started") };
  await Deno.mkdir(behaviors.folder);
  const file = join(folder, "behaviors.json");
  await Deno.writeTextFile(file, JSON.stringify(behaviors));
  const flags = ["run", "-A", "--quiet", "--no-config", "--no-lock"];
  const connector = openTarget(
    { kind: "stdio", command: [Deno.execPath(), ...flags, FAKE_SERVER, file] },
    { timeoutMs, killProgram: KILL, ...(limits && { limits }) },
  );
  try {
    return await use({
      connector,
      started: () => [...Deno.readDirSync(behaviors.folder)].length,
    });
  } finally {
    await connector.close();
    await Deno.remove(folder, { recursive: true });
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
