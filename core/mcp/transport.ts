/**
 * The line between a conversation whose messages share one stream and what carries it. Over HTTP
 * each exchange has a stream of its own, see `http-rpc.ts`.
 */

import type { Wait } from "./budget.ts";
import type { Fault } from "./faults.ts";
import type { JsonObject } from "./json.ts";

/** One message as it came from the server. */
export interface Arrival {
  message: JsonObject;
  /** Bytes on the wire, the newline of stdio included. */
  bytes: number;
  /** When its last byte was read, before it was parsed; on the clock of `performance.now()`. */
  at: number;
}

/** Takes what a transport receives. */
export interface Receiver {
  /** Whether the revision that is spoken has batches. */
  readonly batches: boolean;
  /** @returns false when the object is no protocol message at all (decisions D8) */
  receive(arrival: Arrival): boolean;
  /** Nothing more can be sent or received. */
  failed(fault: Fault): void;
}

/** Carries messages to one server, and its messages to a {@link Receiver}. */
export interface Transport {
  /**
   * Sends one message as JSON text; resolves when it is written.
   * @throws {Fault} when it cannot be sent; the receiver is told if that is the end
   */
  send(text: string, wait: Wait): Promise<void>;
  /** Stops receiving: the connection has failed. */
  abandon(): void;
  /** Ends the connection. Never throws; resolves when nothing of it is left. */
  close(): Promise<void>;
}

/** Opens a transport for one conversation. */
export type OpenTransport = (receiver: Receiver) => Transport;

/** Lines of a server's stdout that were skipped: how many, and the number of the first on its connection. */
export interface Skipped {
  lines: number;
  first: number | null;
}

/** What a run tells a person about its servers at the end; shared by all its connections. */
export interface Diagnostics {
  /** Lines of non-protocol text (decisions D8). */
  noise: Skipped;
  /** Messages beyond what is read, with what is wrong with the first (wire.md §2). */
  unread: Skipped & { problem: string | null };
  /** Stray responses (decisions D22). */
  strays: number;
}
