/** The standard battery: measures the readiness of one server (readiness.md §3). */

import { UsageError } from "../errors.ts";
import type { ToolContract } from "../gate-result.ts";
import type { ToolName } from "../labels.ts";
import type { Catalog, Tool } from "../mcp/catalog.ts";
import { discover } from "../mcp/discovery.ts";
import { Fault, type FaultLabel } from "../mcp/faults.ts";
import type { JsonObject } from "../mcp/json.ts";
import type { Connector, Session } from "../mcp/session.ts";
import { catalogContract } from "../report/contract.ts";
import type { Readiness } from "../report/readiness.ts";
import { explainFault, faultOf } from "../run-faults.ts";
import { compileSchema } from "../schema/validator.ts";
import { checkArgumentsFile } from "./arguments.ts";
import { type Ahead, mayBeDisturbed, openAhead } from "./ahead.ts";
import { type Connection, keepConnected } from "./connection.ts";
import { type ExercisedTool, exerciseTool, isCallable } from "./exercise.ts";
import { contentionCandidate, payloadCandidate, tryContention, tryPayload } from "./load.ts";
import { anySkipped, type LoadResult, type ToolObservation } from "./observations.ts";
import {
  CALL_TIMEOUT_MS,
  type Evaluator,
  type MeasurementOptions,
  measurementProfile,
} from "./profile.ts";
import { checkProtocol } from "./protocol-checks.ts";
import { type Observations, scoreReadiness } from "./score.ts";

/** What a measurement needs; the connector stays open afterwards, its owner closes it. */
export interface BatteryJob extends MeasurementOptions {
  connector: Connector;
  evaluator: Evaluator;
  /** Told before each step: how many of how many are done, and the tool or the check. */
  onProgress?: (done: number, total: number, label: string) => void;
  /** Given the line for stderr of a battery that could not finish; it holds no content. */
  onDiagnostic?: (line: string) => void;
}

/** A readiness, or why there is none. The contract is null unless the whole catalog was listed. */
export type BatteryResult =
  | { kind: "measured"; readiness: Readiness; catalog: ToolContract[] }
  | { kind: "unmeasured"; reason: FaultLabel; catalog: ToolContract[] | null };

/**
 * Measures on connections of its own; the first handshake waits as long as the transport does by
 * default, whatever the manifest says (readiness.md §3). Tools that may write are never called. Once
 * the catalog is listed, a lost exchange costs points only; nothing but an exhausted budget ends the
 * battery.
 * @throws {UsageError} for a `--skip-tool` that is not listed, and for an `--arguments` entry that
 * does not fit the catalog
 */
export async function measureReadiness(job: BatteryJob): Promise<BatteryResult> {
  const connector = withBatteryWait(job.connector);
  let connection: Connection | null = null;
  let contract: ToolContract[] | null = null;
  // Loads the validator while the server starts; what goes wrong shows where it is used.
  compileSchema({}).catch(() => {});
  try {
    const session = await connector.connect({ handshakeWaitMs: connector.defaultWaitMs });
    connection = keepConnected(connector, session);
    job.onProgress?.(0, 0, "listing the tools");
    const catalog = await listCatalog(session);
    contract = catalogContract(catalog);
    checkSkips(job.skipTools, catalog);
    await checkArgumentsFile(job.argumentsFile, catalog, job.attested);
    const observations = await observe(job, connector, connection, catalog);
    connector.checkBudget();
    const profile = measurementProfile(job.evaluator, job);
    return {
      kind: "measured",
      readiness: scoreReadiness(observations, profile),
      catalog: contract,
    };
  } catch (error) {
    const fault = faultOf(error, connector);
    job.onDiagnostic?.(`standard battery ${fault.label}: ${explainFault(fault)}`);
    return { kind: "unmeasured", reason: fault.label, catalog: contract };
  } finally {
    void connection?.close();
  }
}

/** The same target; each request, also of a later handshake, waits as long as the standard says. */
function withBatteryWait(connector: Connector): Connector {
  const waiting: Pick<Connector, "connect" | "negotiate"> = {
    connect: (options) => connector.connect({ waitMs: CALL_TIMEOUT_MS, ...options }),
    negotiate: (version) => connector.negotiate(version, { waitMs: CALL_TIMEOUT_MS }),
  };
  return Object.assign(Object.create(connector) as Connector, waiting);
}

async function listCatalog(session: Session): Promise<Catalog> {
  const discovery = await discover(session);
  if (discovery.complete) return discovery.catalog;
  throw new Fault(discovery.reason, `listing the tools did not complete: ${discovery.cause}`);
}

function checkSkips(skipTools: readonly ToolName[], { tools }: Catalog): void {
  const listed = new Set(tools.map(({ name }) => name));
  const unlisted = skipTools.find((name) => !listed.has(name));
  if (unlisted === undefined) return;
  throw new UsageError(`--skip-tool ${unlisted}: the server's tool catalog does not list it`);
}

/** Steps 4 to 6: tools one after another, then the checks under load, then the protocol. */
async function observe(
  job: BatteryJob,
  connector: Connector,
  connection: Connection,
  catalog: Catalog,
): Promise<Observations> {
  const skipTools = new Set(job.skipTools);
  const isCalled = (tool: Tool) => isCallable(tool, job.attested) && !skipTools.has(tool.name);
  const steps = catalog.tools.filter(isCalled).length + 3;
  let done = 0;
  const announce = (step: string) => job.onProgress?.(done++, steps, step);

  const ahead = openAhead(connector);
  const tools: ToolObservation[] = [];
  const exercised: ExercisedTool[] = [];
  const contender = () => job.skipTools.length > 0 ? null : contentionCandidate(exercised);
  for (const tool of catalog.tools) {
    connector.checkBudget();
    if (isCalled(tool)) announce(tool.name);
    const treat = () =>
      exerciseTool(connection, tool, {
        attested: job.attested,
        skipped: skipTools.has(tool.name),
        given: givenArguments(job, tool.name),
        onSleep: () => ahead.nap(contender()),
      });
    const throughout = ahead.running;
    let treated = await treat();
    if (ahead.running && mayBeDisturbed(treated.observation, throughout)) {
      // What is measured must not depend on the servers that save us time.
      await ahead.giveUp();
      await connection.renew();
      treated = await treat();
    }
    tools.push(treated.observation);
    if (treated.exercised !== null) exercised.push(treated.exercised);
  }

  const loadTested = !anySkipped(tools);
  announce("contention");
  const contention = loadTested ? await contend(connection, connector, exercised, ahead) : null;
  announce("payload");
  const target = loadTested ? payloadCandidate(exercised) : null;
  const payload = target && await tryPayload(connection, target);
  announce("protocol");
  return {
    catalog,
    tools,
    load: { contention: contention ?? "no-candidate", payload: payload ?? "no-candidate" },
    protocol: await checkProtocol(connection, connector, ahead.startNegotiators),
  };
}

/** The check of two clients at once; null when no tool is steady. */
async function contend(
  connection: Connection,
  connector: Connector,
  exercised: readonly ExercisedTool[],
  ahead: Ahead,
): Promise<LoadResult | null> {
  const contender = contentionCandidate(exercised);
  if (contender === null) return null;
  const result = await tryContention(connection, connector, contender, await ahead.second());
  if (result === "passed" || !ahead.running) return result;
  await ahead.giveUp();
  return await tryContention(connection, connector, contender, null);
}

function givenArguments({ argumentsFile }: BatteryJob, tool: ToolName): JsonObject | null {
  if (argumentsFile === null || !Object.hasOwn(argumentsFile, tool)) return null;
  return argumentsFile[tool] ?? null;
}
