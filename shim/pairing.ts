/** Requests and their responses (capture.md §6.3). */

import { asToolName } from "../core/labels.ts";
import type { Json, JsonObject } from "../core/mcp/json.ts";
import type { Shape } from "../core/records.ts";
import type { Call } from "./capture.ts";
import { type EnumTables, learnEnums } from "../core/capture/enums.ts";
import type { IdKey, Message, Response } from "./message.ts";
import { judge } from "./outcome.ts";
import { shapeArguments } from "../core/capture/shape.ts";

/** What the shims know about all conversations of one capture. */
export interface Knowledge {
  /** What was learned from listings of tools. */
  enums: EnumTables;
  /** The 32 bytes of this home. */
  salt: Uint8Array;
  /** See `url-class.ts`. */
  urlClass: (text: string) => string | null;
}

/** A call, and what the shim took for its request, in ms. */
export interface Paired {
  call: Call;
  requestMs: number;
}

/** The requests of one conversation that have no response yet. */
export interface Pairing {
  /**
   * A request went to the server. A second one under the same id takes the place of the first.
   * @param weight its size in bytes
   * @returns to be told what the shim took for it, in ms
   */
  request(request: Request, readAt: number, weight: number): (selfMs: number) => void;
  /** The call that a response ends; null when nothing waits for it, or when it cannot be read. */
  response(response: Response, readAt: number): Paired | "unparsed" | null;
  /** Nobody waits for the response to a request any more; one that comes still ends its call. */
  cancel(id: IdKey): void;
  /** Resolves when every request that somebody waits for has its response, at once or later. */
  answered(): Promise<void>;
}

type Request = Extract<Message, { kind: "request" }>;

interface Pending {
  method: string;
  tool?: string;
  args?: Shape;
  readAt: number;
  selfMs: number;
  weight: number;
  isCancelled: boolean;
}

/** What requests without a response may amount to, in bytes; beyond it the oldest are forgotten. */
const MAX_PENDING_BYTES = 67_108_864;
/** What a request takes beside its own bytes. */
const ENTRY_BYTES = 256;

/** Starts to pair. */
export function openPairing(knowledge: Knowledge): Pairing {
  const pending = new Map<IdKey, Pending>();
  let held = 0;
  let waiters: (() => void)[] = [];

  function take(id: IdKey): Pending | undefined {
    const entry = pending.get(id);
    if (entry === undefined) return undefined;
    pending.delete(id);
    held -= entry.weight;
    return entry;
  }
  /** Whether somebody waits for a response. */
  function owes(): boolean {
    return pending.values().some(({ isCancelled }) => !isCancelled);
  }
  function tellWaiters(): void {
    if (waiters.length === 0 || owes()) return;
    for (const resolve of waiters) resolve();
    waiters = [];
  }
  return {
    request({ id, method, params }, readAt, weight) {
      take(id);
      const entry: Pending = {
        method,
        ...describe(params, knowledge),
        readAt,
        selfMs: 0,
        weight: weight + ENTRY_BYTES,
        isCancelled: false,
      };
      pending.set(id, entry);
      held += entry.weight;
      for (const oldest of pending.keys()) {
        if (held <= MAX_PENDING_BYTES) break;
        take(oldest);
      }
      return (selfMs) => void (entry.selfMs = selfMs);
    },
    response(response, readAt) {
      const entry = pending.get(response.id);
      if (entry === undefined) return null;
      const { method, tool, args } = entry;
      if (method === "tools/list" && response.kind === "result") {
        const exact = response.exact();
        if (exact === null) return "unparsed";
        learnEnums(knowledge.enums, exact["result"]);
      }
      take(response.id);
      tellWaiters();
      const call: Call = {
        method,
        ...(tool !== undefined && { tool }),
        ...(args !== undefined && { args }),
        latencyMs: readAt - entry.readAt,
        ...judge(method, response, knowledge.salt),
      };
      return { call, requestMs: entry.selfMs };
    },
    cancel(id) {
      const entry = pending.get(id);
      if (entry !== undefined) entry.isCancelled = true;
      tellWaiters();
    },
    answered: () =>
      owes() ? new Promise((resolve) => void waiters.push(resolve)) : Promise.resolve(),
  };
}

/** What is kept of a request's parameters. */
function describe(
  params: JsonObject,
  { enums, urlClass }: Knowledge,
): { tool?: string; args?: Shape } {
  const { name } = params;
  const args: Json | undefined = params["arguments"];
  const known = typeof name === "string" ? enums.get(name) : undefined;
  return {
    ...(typeof name === "string" && { tool: asToolName(name) ?? "unlisted" }),
    ...(args !== undefined && { args: shapeArguments(args, { enums: known, urlClass }) }),
  };
}
