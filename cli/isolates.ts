/** Starting the isolates of a plan, and asking them. */

import * as Comlink from "comlink";
import type { EngineApi } from "../core/engine.ts";
import { IncompleteError, type Outcome, RemoteError } from "../core/errors.ts";
import type { ServiceApi } from "../serve/service.ts";
import type { KeeperApi } from "../store/keeper.ts";
import { endOnInterrupt, unlessInterrupted } from "./farewell.ts";
import { type Capabilities, capabilities, revokeAll, workerPermissions } from "./permissions.ts";

/** A running isolate: its offers, and two ways to learn that it has crashed. */
export interface Isolate<Api> {
  api: Comlink.Remote<Api>;
  /** Rejects; a race with it is kept until then, so not for what is asked time and again. */
  crashed: Promise<never>;
  /** Aborted, with the same reason. */
  lost: AbortSignal;
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
  await dropPermissionsBut(capabilities(), ...isolates);
}

/** As {@link dropPermissions}, for a front that needs some of them on; see {@link revokeAll}. */
export async function dropPermissionsBut(
  kept: Capabilities,
  ...isolates: (Engine | Keeper | Service | null)[]
): Promise<void> {
  if (!bundled) {
    await Promise.all(
      isolates.map((each) => each && Promise.race([each.api.ready(), each.crashed])),
    );
  }
  revokeAll(kept);
}

/** Starts an isolate of the module at `url`. */
export function startIsolate<Api>(url: URL, given: Capabilities): Isolate<Api> {
  const worker = new Worker(url, {
    type: "module",
    deno: { permissions: workerPermissions(given) },
  });
  const loss = new AbortController();
  const crashed = new Promise<never>((_, reject) => {
    worker.addEventListener("error", (event) => {
      event.preventDefault();
      loss.abort(
        new IncompleteError("an isolate of mcpeval ended unexpectedly; please report this"),
      );
      reject(loss.signal.reason);
    });
  });
  crashed.catch(() => {});
  return { api: Comlink.wrap<Api>(worker), crashed, lost: loss.signal };
}

/** The value of an isolate's answer; its failure, or its crash, is thrown. */
export async function ask<Api, T>(
  isolate: Isolate<Api>,
  call: (api: Comlink.Remote<Api>) => Promise<Outcome<T>>,
): Promise<T> {
  await unlessInterrupted();
  const outcome = await unlessLost(isolate, call(isolate.api));
  if (outcome.ok) return outcome.value;
  throw new RemoteError(outcome.failure);
}

/** What an isolate does; its crash is thrown. */
export async function unlessLost<T>(
  { lost }: Pick<Isolate<unknown>, "lost">,
  work: Promise<T>,
): Promise<T> {
  lost.throwIfAborted();
  const loss = Promise.withResolvers<never>();
  const lose = () => loss.reject(lost.reason);
  lost.addEventListener("abort", lose);
  try {
    return await Promise.race([work, loss.promise]);
  } finally {
    lost.removeEventListener("abort", lose);
  }
}
