/** An in-memory server for the battery: every connection, request and its order is recorded. */

import type { ToolName } from "../../core/labels.ts";
import { Fault } from "../../core/mcp/faults.ts";
import { encodeJson, type JsonObject } from "../../core/mcp/json.ts";
import type {
  CallOutcome,
  ExchangeOptions,
  ListMethod,
  Reply,
  Session,
} from "../../core/mcp/session.ts";
import {
  type BatteryJob,
  type BatteryResult,
  measureReadiness,
} from "../../core/readiness/battery.ts";
import type { Readiness } from "../../core/report/readiness.ts";
import {
  errorReply,
  type FakeConnector,
  fakeConnector,
  fakeSession,
  result,
  rpcError,
  type Scripted,
  success,
} from "../probes/fake-session.ts";

/** How the server behaves; what is not scripted is answered as a faultless server would. */
export interface TargetScript {
  tools?: JsonObject[];
  capabilities?: JsonObject;
  /** A fault that keeps connection `n`, counted from 1, from opening; else null. */
  connect?: (n: number) => Fault | null;
  /** @param n number of the connection */
  call?: (tool: string, args: JsonObject, n: number) => Scripted<CallOutcome> | undefined;
  request?: (method: string, params: JsonObject, n: number) => Scripted<Reply> | undefined;
  list?: (method: ListMethod, cursor: string | null, n: number) => Scripted<Reply> | undefined;
  negotiate?: (version: string) => Scripted<string | null>;
  /** Whether connection `n` is lost once the tools were listed on it. */
  breaks?: (n: number) => boolean;
}

/** The server and what happened to it. */
export interface FakeTarget {
  connector: FakeConnector;
  /**
   * One line each, in order: `startAhead 4`, `negotiate <version>`, and for connection 1
   * `1 connect`, `1 <method>`, `1 call <tool> <arguments>`, `1 close`. Long arguments show their size.
   */
  journal: string[];
  /** Waits of each connect and negotiate, in order. */
  waits: unknown[];
  /** Options of each call, in the journal's order of calls. */
  options: (ExchangeOptions | undefined)[];
}

/** An entry of the catalog: annotated read-only, described, without parameters. */
export function listed(name: string, members: JsonObject = {}): JsonObject {
  return {
    name,
    description: "A description that is long enough for all that is asked.",
    inputSchema: { type: "object", properties: {} },
    annotations: { readOnlyHint: true },
    ...members,
  };
}

/** Sets a server up. */
export function fakeTarget(script: TargetScript = {}): FakeTarget {
  const { tools = [listed("a")], capabilities = {} } = script;
  const journal: string[] = [];
  const waits: unknown[] = [];
  const options: (ExchangeOptions | undefined)[] = [];
  let connections = 0;

  function openSession(n: number): Session {
    const session = fakeSession({
      capabilities,
      call(tool, args) {
        journal.push(`${n} call ${tool} ${shown(args)}`);
        return script.call?.(tool, args, n) ?? success();
      },
      request(method, params) {
        journal.push(`${n} ${method}`);
        return script.request?.(method, params, n) ?? faultless(method);
      },
      list(method, cursor) {
        journal.push(`${n} ${method}${cursor === null ? "" : ` ${cursor}`}`);
        if (script.breaks?.(n)) queueMicrotask(() => void (session.broken = true));
        return script.list?.(method, cursor, n) ?? result({ [method.split("/")[0] ?? ""]: tools });
      },
    });
    const { call, close: end } = session;
    session.call = (tool, args, given) => {
      options.push(given);
      return call(tool, args, given);
    };
    session.close = () => {
      journal.push(`${n} close`);
      return end();
    };
    return session;
  }

  const connector = Object.assign(fakeConnector(), {
    connect(options: unknown) {
      const n = ++connections;
      waits.push(options);
      journal.push(`${n} connect`);
      const fault = script.connect?.(n) ?? null;
      return fault === null ? Promise.resolve(openSession(n)) : Promise.reject(fault);
    },
    negotiate(version: string, options: unknown) {
      waits.push(options);
      journal.push(`negotiate ${version}`);
      const answer = script.negotiate === undefined ? "2025-06-18" : script.negotiate(version);
      return answer instanceof Fault ? Promise.reject(answer) : Promise.resolve(answer);
    },
    hasNegotiated: () => false,
    endAhead() {
      journal.push("endAhead");
      return Promise.resolve();
    },
    startAhead: (count: number) => void journal.push(`startAhead ${count}`),
  });
  return { connector, journal, waits, options };
}

function shown(args: JsonObject): string {
  const text = encodeJson(args);
  return text.length > 200 ? `${text.length}` : text;
}

function faultless(method: string): Reply {
  switch (method) {
    case "ping":
      return result({});
    case "tools/call":
      return { kind: "error", error: { code: -32602, message: "unknown tool" } };
    default:
      return errorReply(-32601);
  }
}

/** Runs the battery with default options. */
export function measure(
  target: FakeTarget,
  options: Partial<BatteryJob> & { skip?: string[] } = {},
): Promise<BatteryResult> {
  const { skip = [], ...given } = options;
  return measureReadiness({
    connector: target.connector,
    attested: false,
    skipTools: skip as ToolName[],
    argumentsFile: null,
    evaluator: { version: "0.9.0", os: "linux", arch: "x86_64" },
    ...given,
  });
}

/** Runs the battery, which has to be able to finish. */
export async function measured(
  target: FakeTarget,
  options: Parameters<typeof measure>[1] = {},
): Promise<Readiness> {
  const outcome = await measure(target, options);
  if (outcome.kind !== "measured") throw new Error(`unmeasured: ${outcome.reason}`);
  return outcome.readiness;
}

/** `<id> <score> <tool> <observed> <reason>` of each lost check, but for those of the catalog. */
export function lostChecks({ areas }: Readiness): string[] {
  return areas.filter(({ name }) => name !== "catalog").flatMap(({ checks }) => checks)
    .map(({ id, score, tool, observed, reason }) => `${id} ${score} ${tool} ${observed} ${reason}`);
}

/** Error −32602, as a tool that refuses its arguments gives it. */
export function refusal(): CallOutcome {
  return rpcError(-32602);
}
