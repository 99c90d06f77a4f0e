/** What the headers of one conversation say (wire.md §6.2, decisions D4). */

import { VERSION } from "../version.ts";
import { Fault } from "./faults.ts";

const SESSION_HEADER = "mcp-session-id";
/** 1–1024 visible ASCII characters (MCP 2025-06-18, Transports). */
const SESSION_ID = /^[\x21-\x7e]{1,1024}$/;
/** What a revision must look like to be sent as a header. */
const SENDABLE = /^[\x21-\x7e]{1,64}$/;

/** The headers of a conversation. */
export interface Identity {
  /** The session that the server has named, or null. */
  readonly sessionId: string | null;
  readonly authorized: boolean;
  /** The revision that is offered or agreed upon, or null. */
  readonly revision: string | null;
  /** The headers of a POST. */
  post(): Record<string, string>;
  /** The headers of a GET. @param lastEventId the event after which to go on, or null */
  get(lastEventId: string | null): Record<string, string>;
  /** The headers of a DELETE. */
  delete(): Record<string, string>;
  /** Names the revision that is offered or agreed upon; null keeps the last one. */
  speak(revision: string | null): void;
  /** Learns the session from the headers of a reply. @throws {Fault} when it is unusable */
  learn(headers: Headers): void;
}

/**
 * A conversation that has not begun.
 * @param authorization a valid value, or null
 * @param added further headers of every request, in lower case
 */
export function newIdentity(
  authorization: string | null,
  added: Readonly<Record<string, string>> = {},
): Identity {
  let sessionId: string | null = null;
  let revision: string | null = null;

  function common(): Record<string, string> {
    const headers: Record<string, string> = { "user-agent": `mcpeval/${VERSION}`, ...added };
    if (revision !== null) headers["mcp-protocol-version"] = revision;
    if (sessionId !== null) headers[SESSION_HEADER] = sessionId;
    if (authorization !== null) headers["authorization"] = authorization;
    return headers;
  }
  return {
    get sessionId() {
      return sessionId;
    },
    get revision() {
      return revision;
    },
    authorized: authorization !== null,
    post: () => ({
      ...common(),
      accept: "application/json, text/event-stream",
      "content-type": "application/json",
    }),
    get(lastEventId) {
      const headers = { ...common(), accept: "text/event-stream" };
      return lastEventId === null ? headers : { ...headers, "last-event-id": lastEventId };
    },
    delete: () => ({ ...common(), accept: "*/*" }),
    speak(named) {
      if (named !== null && SENDABLE.test(named)) revision = named;
    },
    learn(headers) {
      const named = headers.get(SESSION_HEADER);
      if (named === null || named === sessionId) return;
      if (sessionId !== null) {
        throw new Fault("transport-error", "the server named another session in the middle of one");
      }
      if (!SESSION_ID.test(named)) {
        throw new Fault("transport-error", "the server named a session by no valid id");
      }
      sessionId = named;
    },
  };
}
