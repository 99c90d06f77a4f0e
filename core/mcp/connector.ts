/** Opens sessions with one target. */

import { type BudgetLimits, EVALUATION_LIMITS, startBudget } from "./budget.ts";
import type { Connections } from "./connections.ts";
import { Fault } from "./faults.ts";
import { answeredRevision, eraRefusal, initialize, statusRefusal } from "./handshake.ts";
import { httpConnections } from "./http-connections.ts";
import { HttpStatusFault } from "./http-status.ts";
import type { JsonObject } from "./json.ts";
import { legacySession } from "./legacy-session.ts";
import { type LegacyRevision, OFFERED_REVISION } from "./revisions.ts";
import type { Rpc, Waits } from "./rpc.ts";
import type { Connector, Session, Target } from "./session.ts";
import { stdioConnections } from "./stdio-connections.ts";
import type { Diagnostics } from "./transport.ts";

/** Wait of an exchange without `timeout_ms`, in ms (wire.md §1, decisions D5). */
const DEFAULT_WAIT_MS = 30_000;
/** Wait of an HTTP network operation without `timeout_ms`, in ms. */
const DEFAULT_OPERATION_MS = 5_000;

/** How a target is approached. */
export interface TargetOptions {
  /**
   * The manifest's `timeout_ms`; null for the defaults: 30 s for an exchange, over HTTP also 5 s
   * for each network operation.
   */
  timeoutMs: number | null;
  /** Path of `kill`, on Windows of `taskkill`: ends process groups; null when there is none. */
  killProgram: string | null;
  /** Value of the `Authorization` header over HTTP, none unless set. It appears in no message. */
  authorization?: string | null;
  /** The revision to offer, 2025-06-18 unless set. */
  protocol?: LegacyRevision;
  /** Bounds of the evaluation budget, 300 s and 4096 requests unless set. */
  limits?: BudgetLimits;
}

/**
 * Sets up a target; its evaluation budget runs from now. Nothing is started yet: an endpoint or an
 * authorization value that cannot be used is a `transport-error` of each connection.
 */
export function openTarget(target: Target, options: TargetOptions): Connector {
  const connections = target.kind === "stdio"
    ? stdioConnections(target, options.killProgram)
    : httpConnections(target, options.authorization ?? null);
  const defaultWaitMs = target.kind === "stdio" ? DEFAULT_WAIT_MS : DEFAULT_OPERATION_MS;
  return openConnector(
    connections,
    { defaultWaitMs, ownServers: target.kind === "stdio" },
    options,
  );
}

/** A fault of the handshake with what to do about it, where the transport knows that. */
function advised(error: unknown, advice: Connections["advice"]): unknown {
  if (!(error instanceof Fault)) return error;
  const { label, message, cause } = error;
  const told = advice[label];
  return told === undefined ? error : new Fault(label, `${message}; ${told}`, { cause });
}

function openConnector(
  connections: Connections,
  traits: Pick<Connector, "defaultWaitMs" | "ownServers">,
  { timeoutMs, protocol = OFFERED_REVISION, limits = EVALUATION_LIMITS }: TargetOptions,
): Connector {
  const budget = startBudget(limits);
  const diagnostics: Diagnostics = {
    noise: { lines: 0, first: null },
    unread: { lines: 0, first: null, problem: null },
    strays: 0,
  };
  const open = new Set<Rpc>();
  /** Everything that is being ended. */
  const endings = new Set<Promise<void>>();
  /** What plain handshakes were answered, by the version they offered: none is made twice. */
  const answers = new Map<string, string | null>();
  let revision: string | null = null;
  let closed = false;

  function waitsOf(ownMs: number | undefined): Waits {
    const ms = ownMs ?? timeoutMs;
    return { exchangeMs: ms ?? DEFAULT_WAIT_MS, operationMs: ms ?? DEFAULT_OPERATION_MS };
  }
  function connection(declared: JsonObject, { exchangeMs, operationMs }: Waits): Rpc {
    if (closed) throw new Fault("transport-closed", "this run has closed its connections");
    budget.checkConnect();
    const answerWaitMs = Math.min(exchangeMs, operationMs);
    const rpc = connections.open({ budget, diagnostics, declared, answerWaitMs });
    const tracked: Rpc = {
      ...rpc,
      get broken() {
        return rpc.broken;
      },
      close() {
        open.delete(tracked);
        const ending = rpc.close();
        endings.add(ending);
        void ending.then(() => endings.delete(ending));
        return ending;
      },
    };
    open.add(tracked);
    return tracked;
  }
  async function shakeHands(
    rpc: Rpc,
    capabilities: JsonObject,
    handshakeWaits: Waits,
    waits: Waits,
  ): Promise<Session> {
    const reply = await initialize(rpc, protocol, capabilities, handshakeWaits);
    const refusal = eraRefusal(reply, protocol);
    if (refusal !== null) throw refusal;
    await rpc.notify("notifications/initialized", {}, handshakeWaits);
    revision = answeredRevision(reply);
    if (Object.keys(capabilities).length === 0) answers.set(protocol, revision);
    return legacySession(rpc, reply, waits);
  }

  return {
    ...traits,
    async connect({ capabilities = {}, waitMs, handshakeWaitMs = waitMs } = {}) {
      const waits = waitsOf(waitMs);
      const rpc = connection(capabilities, waits);
      try {
        return await shakeHands(rpc, capabilities, waitsOf(handshakeWaitMs), waits);
      } catch (error) {
        void rpc.close();
        throw statusRefusal(error, protocol) ?? advised(error, connections.advice);
      }
    },
    async negotiate(version, { waitMs } = {}) {
      const known = answers.get(version);
      if (known !== undefined) return known;
      const waits = waitsOf(waitMs);
      const rpc = connection({}, waits);
      try {
        const answered = answeredRevision(await initialize(rpc, version, {}, waits));
        answers.set(version, answered);
        return answered;
      } catch (error) {
        // A client error is an answer without a version (decisions D6).
        if (error instanceof HttpStatusFault && error.isClientError) return null;
        throw error;
      } finally {
        void rpc.close();
      }
    },
    hasNegotiated: (version) => answers.has(version),
    startAhead(count) {
      if (closed) return;
      try {
        budget.checkConnect();
        connections.startAhead(count);
      } catch {
        // The connection that needs the server reports it.
      }
    },
    endAhead: () => connections.discard(),
    checkBudget: () => budget.check(),
    get revision() {
      return revision;
    },
    noise: diagnostics.noise,
    unread: diagnostics.unread,
    get strays() {
      return diagnostics.strays;
    },
    async close() {
      closed = true;
      for (const rpc of [...open]) void rpc.close();
      await Promise.all([connections.discard(), ...endings]);
    },
  };
}
