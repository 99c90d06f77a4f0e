/**
 * Signals to a process group (decisions D27). They go through the `kill` program: `Deno.kill` on a
 * group would need the permission to run anything.
 */

import { delay } from "./time.ts";

const WINDOWS = Deno.build.os === "windows";
/** First pause between two looks at a group, in ms; it doubles. */
const FIRST_PAUSE_MS = 10;

/** Signals that are passed on to a server, or that end it. */
export type SignalName = "INT" | "TERM" | "HUP" | "KILL";

/** A process and all that it started and that did not leave its group. */
export interface ProcessGroup {
  /** Sends a signal to every member; on Windows it ends them, whatever the signal. */
  signal(name: SignalName): Promise<void>;
  /** Whether it has members; on Windows, which has no such groups, always false. */
  exists(): Promise<boolean>;
  /** Whether all members are gone within `ms`. Asked only after the leader has gone. */
  vanishesWithin(ms: number): Promise<boolean>;
}

/**
 * The group that a child leads.
 * @param killProgram path of `kill`, on Windows of `taskkill`; with null only the child is reached
 */
export function groupOf(child: Deno.ChildProcess, killProgram: string | null): ProcessGroup {
  const exists = async () => !WINDOWS && await run(killProgram, ["-s", "0", "--", `-${child.pid}`]);
  return {
    async signal(name) {
      const args = WINDOWS
        ? ["/T", "/F", "/PID", String(child.pid)]
        : ["-s", name, "--", `-${child.pid}`];
      if (await run(killProgram, args)) return;
      try {
        child.kill(`SIG${name}`);
      } catch {
        // it has just gone by itself
      }
    },
    exists,
    async vanishesWithin(ms) {
      const until = performance.now() + ms;
      for (let pause = FIRST_PAUSE_MS; await exists(); pause *= 2) {
        const rest = until - performance.now();
        if (rest <= 0) return false;
        await delay(Math.min(pause, rest));
      }
      return true;
    },
  };
}

async function run(program: string | null, args: string[]): Promise<boolean> {
  if (program === null) return false;
  const nowhere = { stdin: "null", stdout: "null", stderr: "null" } as const;
  try {
    return (await new Deno.Command(program, { args, ...nowhere }).spawn().status).success;
  } catch {
    return false;
  }
}
