/** How the program ends: what was started is ended first, and an interrupt decides the exit code. */

import type { SignalName } from "../core/mcp/process-group.ts";
import { fallSilent } from "./terminal.ts";

const tasks: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | null = null;
let interruptedWith: number | null = null;
let settled: number | null = null;

/** Longest wait for what was started, in ms: TERM and KILL of a stubborn server fit in. */
const LIMIT = 4000;

/** Adds what has to be done before the program ends; it must not fail. */
export function beforeExit(task: () => Promise<unknown>): void {
  tasks.push(task);
}

/** Makes the program end with this exit code however it ends, by an interrupt, too. */
export function settleExit(exit: number): void {
  settled = exit;
}

/** Interrupts: what the system and others call them, and the exit code that they give. */
const INTERRUPTS: readonly (readonly [Deno.Signal, SignalName, number])[] =
  Deno.build.os === "windows" ? [["SIGINT", "INT", 130], ["SIGBREAK", "TERM", 149]] : [
    ["SIGINT", "INT", 130],
    ["SIGTERM", "TERM", 143],
    ["SIGHUP", "HUP", 129],
  ];

/**
 * Ends mcpeval on an interrupt, after all that it started; what is shown meanwhile is not meant.
 * @param tell told of each interrupt
 */
export function endOnInterrupt(tell: (name: SignalName) => void = () => {}): void {
  for (const [signal, name, exit] of INTERRUPTS) {
    Deno.addSignalListener(signal, () => {
      fallSilent();
      tell(name);
      void endWith(exit, true);
    });
  }
}

/** Waits for ever once the program has been interrupted: its exit is near, nothing else may happen. */
export function unlessInterrupted(): Promise<void> {
  return interruptedWith === null ? Promise.resolve() : new Promise(() => {});
}

/** Ends the program; the first interrupt's exit code goes before that of the command. */
export async function endWith(exit: number, isInterrupt = false): Promise<never> {
  if (isInterrupt) interruptedWith ??= exit;
  await (ending ??= endAll());
  Deno.exit(settled ?? interruptedWith ?? exit);
}

async function endAll(): Promise<void> {
  if (tasks.length === 0) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, LIMIT));
  await Promise.race([Promise.all(tasks.map((task) => task())), timeout]);
}
