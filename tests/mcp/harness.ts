/** Starts fake servers and ends them. */

import assert from "node:assert/strict";
import { openTarget, type TargetOptions } from "../../core/mcp/connector.ts";
import { Fault, type FaultLabel } from "../../core/mcp/faults.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import { asToolName, type ToolName } from "../../core/labels.ts";
import type { CallOutcome, Connector, Session } from "../../core/mcp/session.ts";

/** Path of `kill`. */
export const KILL: string = ["/usr/bin/kill", "/bin/kill"].find(isFile) ?? "kill";

/** The tool of every fake server. */
export const OK: ToolName = asToolName("ok") as ToolName;

/** A command line, as a target has it. */
export type Command = [string, ...string[]];

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

/** Command of a fake server. */
export function fake(...behaviour: string[]): Command {
  const script = new URL("fake-server.ts", import.meta.url).pathname;
  const flags = ["run", "--no-prompt", "--quiet", "--no-check", "--no-lock", "--allow-run=sh"];
  return [Deno.execPath(), ...flags, script, ...behaviour];
}

/** A connector that is closed when the test leaves its scope. */
export type Scoped = Connector & AsyncDisposable;

/** Opens a target; waits are 20 s unless set. */
export function open(command: Command, options: Partial<TargetOptions> = {}): Scoped {
  const target = { kind: "stdio", command } as const;
  const connector = openTarget(target, { timeoutMs: 20_000, killProgram: KILL, ...options });
  return Object.assign(Object.create(connector) as Connector, {
    [Symbol.asyncDispose]: () => connector.close(),
  });
}

/** Asserts that a promise rejects with a fault of this label, and returns it. */
export async function faultOf(promise: Promise<unknown>, label: FaultLabel): Promise<Fault> {
  const error = await promise.then(() => null, (error) => error);
  assert.ok(error instanceof Fault, `expected a fault, got ${error}`);
  assert.equal(error.label, label);
  return error;
}

/** Result of a successful call. */
export function successOf(outcome: CallOutcome): JsonObject {
  assert.ok(outcome.kind === "success", `expected a success, got ${outcome.kind}`);
  return outcome.result;
}

/** Result of a successful scripted call. */
export async function resultOf(session: Session, script: JsonObject = {}): Promise<JsonObject> {
  return successOf(await session.call(OK, script));
}

/** The process ids of a server and its child, which it puts before the lines that it received. */
export async function reportedPids(session: Session): Promise<number[]> {
  const { received } = await resultOf(session);
  return (received as string[]).slice(0, 2).map(Number);
}

/** State of a process as `ps` shows it; empty when there is none. */
export async function stateOf(pid: number): Promise<string> {
  const { stdout } = await new Deno.Command("ps", { args: ["-o", "stat=", "-p", `${pid}`] })
    .output();
  return new TextDecoder().decode(stdout).trim();
}

/** Whether a process runs; one that is dead and not yet collected does not. */
export async function runs(pid: number): Promise<boolean> {
  return /^[^Z]/.test(await stateOf(pid));
}

/** Waits for something that announces itself in no other way, 20 s at most. */
export async function until(condition: () => boolean | Promise<boolean>): Promise<void> {
  for (let rounds = 0; !(await condition()); rounds++) {
    assert.ok(rounds < 2_000, "waited in vain");
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
