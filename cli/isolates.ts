/** Starting the isolates of a plan, and ending them when the user interrupts. */

import * as Comlink from "comlink";
import type { EngineApi } from "../core/engine.ts";
import { IncompleteError, type Outcome, RemoteError } from "../core/errors.ts";
import type { ServiceApi } from "../serve/service.ts";
import type { KeeperApi } from "../store/keeper.ts";
import { endWith, unlessInterrupted } from "./farewell.ts";
import { fallSilent } from "./terminal.ts";
import { type Capabilities, revokeAll, workerPermissions } from "./permissions.ts";

/** A running isolate: its offers, and a promise that rejects when it crashes. */
export interface Isolate<Api> {
  api: Comlink.Remote<Api>;
  crashed: Promise<never>;
}

/** The engine of this run. */
export type Engine = Isolate<EngineApi>;
/** The keeper of this run. */
export type Keeper = Isolate<KeeperApi>;
/** The service of this run. */
export type Service = Isolate<ServiceApi>;

const bundled = !import.meta.url.endsWith(".ts");

/** Starts the engine; an interrupt ends its servers before mcpeval itself ends. */
export function startEngine(given: Capabilities): Engine {
  const url = new URL(bundled ? "./engine.js" : "../core/engine.ts", import.meta.url);
  const engine = startIsolate<EngineApi>(url, given);
  endOnInterrupt();
  return engine;
}

/** Starts the keeper, which alone may write. */
export function startKeeper(given: Capabilities): Keeper {
  const url = new URL(bundled ? "./keeper.js" : "../store/keeper.ts", import.meta.url);
  return startIsolate<KeeperApi>(url, given);
}

/** Starts the service, which agents talk to. */
export function startService(given: Capabilities): Service {
  const url = new URL(bundled ? "./service.js" : "../serve/service.ts", import.meta.url);
  return startIsolate<ServiceApi>(url, given);
}

/**
 * Drops every permission of the front. From source, the modules of an isolate are read with the
 * front's permission, so they have to be loaded first; the compiled program carries them.
 */
export async function dropPermissions(
  ...isolates: (Engine | Keeper | Service | null)[]
): Promise<void> {
  await dropPermissionsBut([], ...isolates);
}

/** As {@link dropPermissions}, for a front that needs some of them on. */
export async function dropPermissionsBut(
  kept: readonly Deno.PermissionName[],
  ...isolates: (Engine | Keeper | Service | null)[]
): Promise<void> {
  if (!bundled) {
    await Promise.all(
      isolates.map((each) => each && Promise.race([each.api.ready(), each.crashed])),
    );
  }
  revokeAll(kept);
}

/** Ends mcpeval on an interrupt, after all that it started; what is shown meanwhile is not meant. */
export function endOnInterrupt(): void {
  const signals: [Deno.Signal, number][] = Deno.build.os === "windows"
    ? [["SIGINT", 130], ["SIGBREAK", 149]]
    : [["SIGINT", 130], ["SIGTERM", 143], ["SIGHUP", 129]];
  for (const [signal, exit] of signals) {
    Deno.addSignalListener(signal, () => {
      fallSilent();
      void endWith(exit, true);
    });
  }
}

/** Starts an isolate of the module at `url`. */
export function startIsolate<Api>(url: URL, given: Capabilities): Isolate<Api> {
  const worker = new Worker(url, {
    type: "module",
    deno: { permissions: workerPermissions(given) },
  });
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      reject(new IncompleteError("an isolate of mcpeval ended unexpectedly; please report this"));
    });
  });
  crashed.catch(() => {});
  return { api: Comlink.wrap<Api>(worker), crashed };
}

/** The value of an isolate's answer; its failure, or its crash, is thrown. */
export async function ask<Api, T>(
  isolate: Isolate<Api>,
  call: (api: Comlink.Remote<Api>) => Promise<Outcome<T>>,
): Promise<T> {
  await unlessInterrupted();
  const outcome = await Promise.race([call(isolate.api), isolate.crashed]);
  if (outcome.ok) return outcome.value;
  throw new RemoteError(outcome.failure);
}
