/** How the program ends: what was started is ended first, and an interrupt decides the exit code. */

const tasks: (() => Promise<unknown>)[] = [];
let ending: Promise<void> | null = null;
let interruptedWith: number | null = null;

/** Longest wait for what was started, in ms: TERM and KILL of a stubborn server fit in. */
const LIMIT = 4000;

/** Adds what has to be done before the program ends; it must not fail. */
export function beforeExit(task: () => Promise<unknown>): void {
  tasks.push(task);
}

/** Waits for ever once the program has been interrupted: its exit is near, nothing else may happen. */
export function unlessInterrupted(): Promise<void> {
  return interruptedWith === null ? Promise.resolve() : new Promise(() => {});
}

/** Ends the program; the first interrupt's exit code goes before that of the command. */
export async function endWith(exit: number, isInterrupt = false): Promise<never> {
  if (isInterrupt) interruptedWith ??= exit;
  await (ending ??= endAll());
  Deno.exit(interruptedWith ?? exit);
}

async function endAll(): Promise<void> {
  if (tasks.length === 0) return;
  const timeout = new Promise((resolve) => setTimeout(resolve, LIMIT));
  await Promise.race([Promise.all(tasks.map((task) => task())), timeout]);
}
