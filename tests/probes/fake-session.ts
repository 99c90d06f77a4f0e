/** An in-memory session and connector, so that each edge of a probe is one line of a table. */

import type { ToolName } from "../../core/labels.ts";
import type { Discovery, Tool } from "../../core/mcp/catalog.ts";
import { Fault, type FaultLabel, RequestFlood } from "../../core/mcp/faults.ts";
import { byteLength, encodeJson, type Json, type JsonObject } from "../../core/mcp/json.ts";
import type {
  Announcement,
  CallOutcome,
  CancellationOutcome,
  Connector,
  ExchangeOptions,
  ListMethod,
  Reply,
  Session,
} from "../../core/mcp/session.ts";

/** What a script answers: a value, or a fault to be thrown. */
export type Scripted<T> = T | Fault;

/** How a fake server behaves; what is not scripted answers with success and empty results. */
export interface Script {
  capabilities?: JsonObject;
  /**
   * @param n number of the call on its session, from 1
   * @param options those of the call, for servers that ask something
   */
  call?: (
    tool: string,
    args: JsonObject,
    n: number,
    options: ExchangeOptions,
  ) => Scripted<CallOutcome>;
  /** What becomes of a cancelled call; nothing comes of it unless scripted. */
  cancelled?: () => Scripted<CancellationOutcome>;
  /** Whether an update comes; none does unless scripted. The end of the connection is none, too. */
  updated?: () => Scripted<boolean>;
  request?: (method: string, params: JsonObject) => Scripted<Reply>;
  list?: (method: ListMethod, cursor: string | null) => Scripted<Reply>;
}

/** A session that also tells what was done with it. */
export interface FakeSession extends Session {
  /** One line for each exchange, in order. */
  readonly log: string[];
  /** Options of each call, in order. */
  readonly options: (ExchangeOptions | undefined)[];
  closed: boolean;
  broken: boolean;
}

/** A success with the given result. */
export function success(
  result: JsonObject = {},
  { ms = 1, announced = [] }: { ms?: number; announced?: Announcement[] } = {},
): CallOutcome {
  return { kind: "success", result, ms, announced: new Set(announced) };
}

/** A result with `isError: true`. */
export function toolError(
  { ms = 1, announced = [] }: { ms?: number; announced?: Announcement[] } = {},
): CallOutcome {
  return { kind: "tool-error", code: -32000, payload: {}, ms, announced: new Set(announced) };
}

/** A JSON-RPC error; `members` are added to the error object. */
export function rpcError(
  code: number | bigint = -32603,
  ms = 1,
  members: JsonObject = {},
): CallOutcome {
  return { kind: "rpc-error", code, payload: { code, ...members }, ms, announced: new Set() };
}

/** A result reply. */
export function result(value: Json): Reply {
  return { kind: "result", result: value };
}

/** An error reply. */
export function errorReply(code = -32601): Reply {
  return { kind: "error", error: { code, message: "no" } };
}

/** A fault; a closed one breaks the fake session, as a real one would be. */
export function fault(label: FaultLabel): Fault {
  return new Fault(label, `fake ${label}`);
}

/** One server request too many. */
export function flood(): Fault {
  return new RequestFlood(8);
}

/** Opens a fake session. */
export function fakeSession(script: Script = {}): FakeSession {
  const answer = <T>(line: string, value: Scripted<T>): Promise<T> => {
    session.log.push(line);
    if (session.broken) return Promise.reject(new Fault("transport-closed", "fake is broken"));
    if (!(value instanceof Fault)) return Promise.resolve(value);
    if (value.label === "transport-closed") session.broken = true;
    return Promise.reject(value);
  };
  let calls = 0;
  const session: FakeSession = {
    revision: "2025-06-18",
    capabilities: script.capabilities ?? {},
    introduction: null,
    broken: false,
    closed: false,
    log: [],
    options: [],
    call(tool, args, options) {
      session.options.push(options);
      const outcome = script.call?.(tool, args, ++calls, options ?? {}) ?? success();
      return answer(`call ${tool}`, outcome);
    },
    request(method, params) {
      return answer(method, script.request?.(method, params) ?? result({}));
    },
    list(method, cursor) {
      return answer(
        cursor === null ? method : `${method} ${cursor}`,
        script.list?.(method, cursor) ?? result({ tools: [] }),
      );
    },
    callCancelled(tool, _args, { reason, graceMs }) {
      return answer(`cancel ${tool} ${reason} ${graceMs}`, script.cancelled?.() ?? "no-result");
    },
    watchResource(uri) {
      session.log.push(`watch ${uri}`);
      return {
        async updated(waitMs) {
          try {
            return await answer(`wait ${waitMs}`, script.updated?.() ?? false);
          } catch (error) {
            if (session.broken) return false;
            throw error;
          }
        },
        stop: () => void session.log.push("stop watch"),
      };
    },
    notify(method) {
      session.log.push(method);
      return Promise.resolve();
    },
    close() {
      session.closed = true;
      session.broken = true;
      return Promise.resolve();
    },
  };
  return session;
}

/** A connector that hands out scripted sessions. */
export interface FakeConnector extends Connector {
  /** `connect`, `negotiate <version>` and `startAhead <n>`, in order. */
  readonly log: string[];
  /** The capabilities that each `connect` declared, in order. */
  readonly declared: JsonObject[];
  /** Set to make the budget used up. */
  exhausted: boolean;
}

/** What a fake connector hands out. */
export interface ConnectorScript {
  /** One for each `connect`; the last serves all further ones. */
  sessions?: Scripted<Session>[];
  negotiate?: (version: string) => Scripted<string | null>;
}

/** Opens a fake connector. */
export function fakeConnector(script: ConnectorScript = {}): FakeConnector {
  const sessions = [...script.sessions ?? [fakeSession()]];
  const settle = <T>(value: Scripted<T>): Promise<T> =>
    value instanceof Fault ? Promise.reject(value) : Promise.resolve(value);
  const connector: FakeConnector = {
    defaultWaitMs: 30_000,
    ownServers: true,
    revision: null,
    log: [],
    declared: [],
    exhausted: false,
    noise: { lines: 0, first: null },
    unread: { lines: 0, first: null, problem: null },
    strays: 0,
    connect({ capabilities = {} } = {}) {
      connector.log.push("connect");
      connector.declared.push(capabilities);
      const next = sessions.length > 1 ? sessions.shift() : sessions[0];
      return settle(next ?? fault("transport-closed"));
    },
    negotiate(version) {
      connector.log.push(`negotiate ${version}`);
      return settle(script.negotiate === undefined ? "2025-06-18" : script.negotiate(version));
    },
    hasNegotiated: () => false,
    endAhead() {
      connector.log.push("endAhead");
      return Promise.resolve();
    },
    startAhead(count) {
      connector.log.push(`startAhead ${count}`);
    },
    checkBudget() {
      if (connector.exhausted) throw fault("evaluation-budget-exceeded");
    },
    close: () => Promise.resolve(),
  };
  return connector;
}

/** A catalog entry with an input schema. */
export function entry(name: string, members: JsonObject = {}): JsonObject {
  return { name, inputSchema: { type: "object" }, ...members };
}

/** The listing that a server with these entries would give. */
export function discoveryOf(...entries: JsonObject[]): Discovery {
  const tools = entries.map(toolOf);
  return {
    complete: true,
    catalog: {
      tools,
      bytes: byteLength(encodeJson(entries)),
      tokens: tools.reduce((sum, { tokens }) => sum + tokens, 0),
    },
  };
}

function toolOf(listed: JsonObject): Tool {
  const annotations = (listed.annotations ?? {}) as { [hint: string]: boolean };
  const bytes = byteLength(encodeJson(listed));
  return {
    name: listed.name as ToolName,
    entry: listed,
    inputSchema: listed.inputSchema as JsonObject,
    outputSchema: (listed.outputSchema ?? null) as JsonObject | null,
    readOnlyHint: annotations.readOnlyHint ?? null,
    destructiveHint: annotations.destructiveHint ?? null,
    class: annotations.readOnlyHint === true ? "read-only" : "unannotated",
    bytes,
    tokens: Math.ceil(bytes / 4),
  };
}
