/**
 * One conversation with a server, whatever the transport and the protocol era. Nothing outside
 * `core/mcp` knows what a handshake is.
 */

import type { ToolName } from "../labels.ts";
import type { Json, JsonObject } from "./json.ts";
import type { Skipped } from "./transport.ts";

/** A reply to a request: exactly one of the two (JSON-RPC 2.0 §5). */
export type Reply =
  | { kind: "result"; result: Json }
  | { kind: "error"; error: Json };

/** Something that the server sent on its own during a call and that `init` must know of (D25). */
export type Announcement = "sampling" | "elicitation" | "resource-updated";

/** A reply to `tools/call` by its outcome (manifest-and-probes.md §2). */
export type ToolReply =
  | { kind: "success"; result: JsonObject }
  | { kind: "tool-error"; code: -32000; payload: JsonObject }
  | { kind: "rpc-error"; code: number | bigint; payload: JsonObject };

/** A classified `tools/call`. `ms`: sending to reply, fractional. */
export type CallOutcome = ToolReply & { ms: number; announced: ReadonlySet<Announcement> };

/** What became of a cancelled call. */
export type CancellationOutcome = "no-result" | "completed" | "error";

/** A watch on one resource. */
export interface UpdateWatch {
  /** Whether an update has come or comes within `waitMs`; false also when the stream ends. */
  updated(waitMs: number): Promise<boolean>;
  /** Stops watching. */
  stop(): void;
}

/** Answers a server's request during a call; null declines it with −32601. */
export type ServerRequestResponder = (method: string, params: Json) => JsonObject | null;

/** How one exchange differs from the plain one. */
export interface ExchangeOptions {
  /** Added to the session's wait, in ms (latency-budget cases). */
  extraWaitMs?: number;
  /**
   * The observing mode of wire.md §3: `jsonrpc` is not checked and `result` wins over `error`.
   */
  observing?: boolean;
  /** A null-id error −32600 or −32700 answers this call (payload-bounds on stdio, wire.md §3.1). */
  acceptNullId?: boolean;
  /** Server requests allowed during the exchange, 8 unless set; one more breaks it. */
  maxServerRequests?: number;
  /** Answers server requests other than `ping`, which is always answered (D1). */
  respond?: ServerRequestResponder;
}

/** Methods that list in pages, with the member of the result that holds the items. */
export type ListMethod = "tools/list" | "resources/list" | "prompts/list";

/** An open conversation. Every method may throw a `Fault`; none of them ever hangs. */
export interface Session {
  /** Revision the server named in its handshake, or null if it named none. */
  readonly revision: string | null;
  /** Capabilities of the handshake; `{}` if the reply had none. */
  readonly capabilities: JsonObject;
  /** Result of the handshake as the server gave it, for `guidance`; null unless it is an object. */
  readonly introduction: JsonObject | null;
  /**
   * True once the connection can serve no further request; over HTTP also once it was lost, though
   * a further request may get through.
   */
  readonly broken: boolean;
  /** Calls a tool and classifies its reply. */
  call(tool: ToolName, args: JsonObject, options?: ExchangeOptions): Promise<CallOutcome>;
  /** Sends any request and returns its reply unjudged. */
  request(method: string, params: JsonObject, options?: ExchangeOptions): Promise<Reply>;
  /** One page of a listing; null asks for the first. */
  list(method: ListMethod, cursor: string | null): Promise<Reply>;
  /**
   * Calls a tool and cancels the call at once, then watches for `graceMs` what becomes of it
   * (wire.md §3.3). Server requests stay unanswered meanwhile.
   * @param reason sent in `notifications/cancelled`
   */
  callCancelled(
    tool: ToolName,
    args: JsonObject,
    options: { reason: string; graceMs: number },
  ): Promise<CancellationOutcome>;
  /**
   * Starts to watch for `notifications/resources/updated` of one URI: those that arrive from now on
   * count, also before {@link UpdateWatch.updated} is asked.
   */
  watchResource(uri: string): UpdateWatch;
  /** Sends a notification. */
  notify(method: string, params: JsonObject): Promise<void>;
  /** Ends the conversation and, over stdio, the server's whole process group. Never throws. */
  close(): Promise<void>;
}

/** Opens sessions with one target; all of them share one evaluation budget. */
export interface Connector {
  /**
   * How long the transport waits for a handshake unless it is told otherwise, in ms: 30 000 over
   * stdio, 5000 over HTTP (wire.md §1).
   */
  readonly defaultWaitMs: number;
  /** Whether each connection has a server of its own, which others do not disturb: over stdio. */
  readonly ownServers: boolean;
  /**
   * Connects and shakes hands. `capabilities` is what we declare, `{}` unless given. `waitMs` is
   * the wait of each request and `handshakeWaitMs` that of the handshake, the same unless given.
   * @throws {Fault}
   */
  connect(
    options?: { capabilities?: JsonObject; waitMs?: number; handshakeWaitMs?: number },
  ): Promise<Session>;
  /**
   * Asks for `version` in a handshake on a connection of its own, without `initialized`. What an
   * earlier handshake that offered the same version was answered, on a fresh connection as well, is
   * taken from there: a server's start can take seconds. `waitMs` is the wait for the answer, that
   * of the target unless given.
   * @returns the version that the server answered, or null when it answered none
   * @throws {Fault} when there was no answer at all
   */
  negotiate(version: string, options?: { waitMs?: number }): Promise<string | null>;
  /** Whether {@link negotiate} would answer this version from an earlier handshake. */
  hasNegotiated(version: string): boolean;
  /**
   * Starts up to `count` servers now, for connections that will be opened later: their start-up
   * time is then waited for once, not in a row. No request is sent to them. No effect over HTTP.
   */
  startAhead(count: number): void;
  /** Ends those that no connection has taken; resolves when nothing of them is left. */
  endAhead(): Promise<void>;
  /** Throws a `Fault` labelled `evaluation-budget-exceeded` once the shared budget is used up. */
  checkBudget(): void;
  /** The revision that the server named in the newest handshake; null when it named none. */
  readonly revision: string | null;
  /** Lines of non-protocol text on a server's stdout so far (D8). */
  readonly noise: Skipped;
  /** Messages on a server's stdout beyond what is read, with what is wrong with the first. */
  readonly unread: Skipped & { problem: string | null };
  /** Stray responses that were dropped so far (D22). */
  readonly strays: number;
  /** Ends everything that this connector started. Never throws; resolves when no process is left. */
  close(): Promise<void>;
}

/** Where the server is. */
export type Target =
  | {
    kind: "stdio";
    command: readonly [string, ...string[]];
    /** Variables that the server gets beside those of this process. */
    env?: Readonly<Record<string, string>>;
    /** Where it is started, the current folder unless set. */
    cwd?: string;
  }
  | {
    kind: "http";
    url: string;
    allowRemote: boolean;
    /** Headers of every request, in lower case, as `isSendable` of extra-headers.ts accepts them. */
    headers?: Readonly<Record<string, string>>;
  };
