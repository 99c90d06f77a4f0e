/**
 * A server process and its group (decisions D27). The server leads a process group of its own, so
 * that what it started ends with it.
 */

import { Fault } from "./faults.ts";
import { groupOf } from "./process-group.ts";
import type { Target } from "./session.ts";
import { settlesWithin } from "./time.ts";

/** How long a server has after the end of its input, and again after TERM, in ms. */
const GRACE_MS = 1_000;
/** How long the group may take to disappear after KILL, in ms. */
const KILL_MS = 250;

/** Where and with what a server is started. */
type Place = Pick<Extract<Target, { kind: "stdio" }>, "env" | "cwd">;

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
 * @param place variables that it gets beside those of this process, and where it is started
 * @throws {Fault} `transport-error`, naming the program only
 */
export function startServer(
  command: readonly [string, ...string[]],
  killProgram: string | null,
  place: Place = {},
): ServerProcess {
  const [program, ...args] = command;
  const child = spawn(program, args, place);
  let exitCode: number | null = null;
  const exited = child.status.then((status) => {
    exitCode = status.code;
  });
  const group = groupOf(child, killProgram);
  // Looked at when the leader goes, not later: a group that is empty by then is never signalled,
  // because the system may give its number to somebody else.
  const survivors = exited.then(group.exists);

  async function goneWithin(ms: number): Promise<boolean> {
    const until = performance.now() + ms;
    if (!(await settlesWithin(survivors, ms))) return false;
    return !await survivors || await group.vanishesWithin(until - performance.now());
  }
  async function endGroup(): Promise<void> {
    if (await goneWithin(GRACE_MS)) return;
    await group.signal("TERM");
    if (await goneWithin(GRACE_MS)) return;
    await group.signal("KILL");
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

function spawn(program: string, args: string[], { env, cwd }: Place): Deno.ChildProcess {
  try {
    return new Deno.Command(program, {
      args,
      ...(env === undefined ? {} : { env }),
      ...(cwd === undefined ? {} : { cwd }),
      stdin: "piped",
      stdout: "piped",
      stderr: "null",
      // On Windows this would take the console away, and children would open windows of their own.
      detached: Deno.build.os !== "windows",
    }).spawn();
  } catch (error) {
    throw new Fault("transport-error", spawnFailure(program, error));
  }
}

/** Why a server cannot be started, and what to do; of its command the program only. */
export function spawnFailure(program: string, error: unknown): string {
  const { problem, remedy } = spawnProblem(error);
  return `spawning MCP server failed: ${problem}: ${program}; ${remedy}`;
}

function spawnProblem(error: unknown): { problem: string; remedy: string } {
  if (error instanceof Deno.errors.NotFound) {
    return {
      problem: "program not found",
      remedy: "check its spelling and PATH, and of a script the interpreter in its first line",
    };
  }
  if (error instanceof Deno.errors.PermissionDenied) {
    return { problem: "no permission to run the program", remedy: "make it executable" };
  }
  const remedy = "run the server's command by itself to see why";
  if (error instanceof Deno.errors.NotCapable) {
    return { problem: "program outside this run's permissions", remedy };
  }
  return { problem: "program cannot be started", remedy };
}
