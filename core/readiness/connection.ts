/** The battery's connection: replaced as soon as an exchange on it is lost (readiness.md §3). */

import type { Connector, Session } from "../mcp/session.ts";
import { absorbFault } from "../run-faults.ts";

/** How a piece of work on the connection ended. */
export type Exchanged<T> =
  | { kind: "done"; value: T }
  /** The server gave no usable reply. */
  | { kind: "lost" }
  /** There is no server to talk to: the last one was lost and no other could be had. */
  | { kind: "unconnected" };

/** A connection that outlives the loss of a session. */
export interface Connection {
  /**
   * Works on the current session, after one more attempt to open one if there is none. A lost
   * exchange costs that work only: the session is replaced at once.
   * @throws {Fault} `evaluation-budget-exceeded`, and nothing else of its kind
   */
  exchange<T>(work: (session: Session) => Promise<T>): Promise<Exchanged<T>>;
  /** The same, but keeps the session whatever happens on it. */
  exchangeKeeping<T>(work: (session: Session) => Promise<T>): Promise<Exchanged<T>>;
  /** Ends the current session and opens another one. @throws {Fault} as {@link exchange} does */
  renew(): Promise<void>;
  /** Ends the current session. Never throws. */
  close(): Promise<void>;
}

/**
 * Keeps a conversation going.
 * @param connector opens the further sessions; its budget outranks every other symptom
 * @param first the open session to begin with
 */
export function keepConnected(connector: Connector, first: Session): Connection {
  let session: Session | null = first;

  async function open(): Promise<Session | null> {
    try {
      return await connector.connect();
    } catch (error) {
      absorbFault(error, connector);
      return null;
    }
  }
  async function exchangeKeeping<T>(
    work: (session: Session) => Promise<T>,
  ): Promise<Exchanged<T>> {
    session ??= await open();
    if (session === null) return { kind: "unconnected" };
    try {
      return { kind: "done", value: await work(session) };
    } catch (error) {
      absorbFault(error, connector);
      return { kind: "lost" };
    }
  }
  async function renew(): Promise<void> {
    // Ending the old server runs beside the start of the new one (decisions D27).
    void session?.close();
    session = await open();
  }
  return {
    exchangeKeeping,
    renew,
    async exchange(work) {
      const exchanged = await exchangeKeeping(work);
      if (exchanged.kind === "lost") await renew();
      return exchanged;
    },
    close: async () => await session?.close(),
  };
}
