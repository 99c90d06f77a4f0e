/**
 * Entry of the service: the isolate that talks to agents. It may listen on its one address and
 * nothing else; what it shows comes from the front, which asks the engine and the keeper.
 */

import * as Comlink from "comlink";
import { attemptToCross } from "../core/boundary.ts";
import { IncompleteError, type Outcome, toFailure } from "../core/errors.ts";
import { acceptRequest } from "./acceptance.ts";
import type { Backend } from "./backend.ts";
import { jsonResponse } from "./http-response.ts";
import { type Answer, listen, type Listener } from "./listener.ts";

/** Where to listen. */
export interface ListenPlace {
  /** A loopback address without brackets. */
  hostname: string;
  /** 0 lets the system choose. */
  port: number;
}

const answer = Promise.withResolvers<Answer>();
let listener: Listener | null = null;

const api = {
  /** Answers once the isolate has loaded. */
  ready: () => true,
  /**
   * Starts to listen; connections wait until there is a backend.
   * @returns the port that is bound
   */
  open(place: ListenPlace): Outcome<number> {
    try {
      listener = listen(place, answer.promise);
      listener.failed.catch(() => {}); // told by `serve`
      return { ok: true, value: listener.port };
    } catch (error) {
      const problem = error instanceof Error ? PROBLEMS[error.name] ?? error.name : "unknown error";
      const failure = new IncompleteError(`binding findings server failed: ${problem}`);
      return { ok: false, failure: toFailure(failure) };
    }
  },
  /** Serves until no connection can be accepted any more. */
  async serve(front: Backend, allowSpawn: boolean): Promise<Outcome<never>> {
    const { openProtocol } = await import("./protocol.ts");
    const { serveTools } = await import("./tools.ts");
    const backend: Backend = {
      findings: () => front.findings(),
      trends: () => front.trends(),
      annotate: (...observation) => front.annotate(...observation),
      evaluate: (job, onProgress) => front.evaluate(job, Comlink.proxy(onProgress)),
      cancel: () => void front.cancel(),
    };
    const tools = serveTools(backend, allowSpawn);
    const respond = openProtocol({ backend, tools, allowSpawn });
    answer.resolve(async (request, gone) => {
      const acceptance = acceptRequest(request);
      if (acceptance.kind === "accepted") return await respond(request, acceptance.body, gone);
      const { status, error } = acceptance;
      return jsonResponse(status, { error }, status === 405 ? { Allow: "POST" } : {});
    });
    try {
      return await (listener?.failed ?? Promise.reject(new TypeError("nothing listens")));
    } catch (error) {
      const failure = new IncompleteError("accepting connections failed", { cause: error });
      return { ok: false, failure: toFailure(failure) };
    }
  },
  attemptToCross,
};

const PROBLEMS: Readonly<Record<string, string>> = {
  AddrInUse: "the port is in use",
  AddrNotAvailable: "this machine has no such address",
  PermissionDenied: "permission denied",
};

/** What the service offers. */
export type ServiceApi = typeof api;

Comlink.expose(api);
