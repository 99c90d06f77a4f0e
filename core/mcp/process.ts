/**
 * A server process and its group (decisions D27). The server leads a process group of its own, so
 * that what it started ends with it. Signals go through the `kill` program: `Deno.kill` on a group
 * would need the permission to run anything.
 */

import { Fault } from "./faults.ts";
import { delay, settlesWithin } from "./time.ts";

/** How long a server has after the end of its input, and again after TERM, in ms. */
const GRACE_MS = 1_000;
/** How long the group may take to disappear after KILL, in ms. */
const KILL_MS = 250;
/** First pause between two looks at a group whose leader has gone, in ms; it doubles. */
const FIRST_PAUSE_MS = 10;

const WINDOWS = Deno.build.os === "windows";

/** A running server. Its standard error goes nowhere. */
export interface ServerProcess {
  readonly stdin: WritableStream<Uint8Array<ArrayBuffer>>;
  readonly stdout: ReadableStream<Uint8Array<ArrayBuffer>>;
  /** Exit code of the leader (128 + n after signal n); null while it runs. */
  readonly exitCode: number | null;
  /** Resolves when the leader has gone. */
  readonly exited: Promise<void>;
  /**
   * Ends the whole group: waits a second, TERM, a second more, KILL. The caller closes the input
   * first. Never throws; resolves when no process of the group is left.
   */
  end(): Promise<void>;
}

/**
 * Starts a server; the program is used as given.
 * @param killProgram path of `kill`, on Windows of `taskkill`; with null only the leader is ended
 * @throws {Fault} `transport-error`, naming the program only
 */
export function startServer(
  command: readonly [string, ...string[]],
  killProgram: string | null,
): ServerProcess {
  const [program, ...args] = command;
  const child = spawn(program, args);
  let exitCode: number | null = null;
  const exited = child.status.then((status) => {
    exitCode = status.code;
  });
  // Looked at when the leader goes, not later: a group that is empty by then is never signalled,
  // because the system may give its number to somebody else.
  const survivors = exited.then(() => groupExists(killProgram, child.pid));

  async function goneWithin(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    if (!(await settlesWithin(survivors, ms))) return false;
    let alive = await survivors;
    for (let pause = FIRST_PAUSE_MS; alive; pause *= 2) {
      const rest = until - performance.now();
      if (rest <= 0) return false;
      await delay(Math.min(pause, rest));
      alive = await groupExists(killProgram, child.pid);
    }
    return true;
  }
  async function signal(name: "TERM" | "KILL"): Promise<void> {
    if (await signalGroup(killProgram, name, child.pid) || exitCode !== null) return;
    try {
      child.kill(`SIG${name}`); // without a usable `kill`, at least the leader
    } catch {
      // it has just gone by itself
    }
  }
  async function endGroup(): Promise<void> {
    if (await goneWithin(GRACE_MS)) return;
    await signal("TERM");
    if (await goneWithin(GRACE_MS)) return;
    await signal("KILL");
    await goneWithin(KILL_MS);
  }

  let ending: Promise<void> | null = null;
  return {
    stdin: child.stdin,
    stdout: child.stdout,
    get exitCode() {
      return exitCode;
    },
    exited,
    end: () => ending ??= endGroup(),
  };
}

function spawn(program: string, args: string[]): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args,
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      // On Windows this would take the console away, and children would open windows of their own.
      detached: !WINDOWS,
    }).spawn();
  } catch (error) {
    throw new Fault(
      "transport-error",
      `spawning MCP server failed: ${spawnProblem(error)}: ${program}`,
    );
  }
}

function spawnProblem(error: unknown): string {
  if (error instanceof Deno.errors.NotFound) return "program not found";
  if (error instanceof Deno.errors.PermissionDenied) return "no permission to run the program";
  if (error instanceof Deno.errors.NotCapable) return "program outside this run's permissions";
  return "program cannot be started";
}

/** Whether a group has members; always false on Windows, which has no such groups. */
async function groupExists(killProgram: string | null, pid: number): Promise<boolean> {
  return !WINDOWS && await run(killProgram, ["-s", "0", "--", `-${pid}`]);
}

function signalGroup(killProgram: string | null, name: string, pid: number): Promise<boolean> {
  return WINDOWS
    ? run(killProgram, ["/T", "/F", "/PID", String(pid)])
    : run(killProgram, ["-s", name, "--", `-${pid}`]);
}

async function run(program: string | null, args: string[]): Promise<boolean> {
  if (program === null) return false;
  try {
    const child = new Deno.Command(program, {
      args,
      stdin: "null",
      stdout: "null",
      stderr: "null",
    }).spawn();
    return (await child.status).success;
  } catch {
    return false;
  }
}
