/** Other processes that write to a home; see `writer.ts`. */

const path = (relative: string) => new URL(relative, import.meta.url).pathname;

/** What another process does. */
export type Task = "salt" | "append" | "flood";

/** The command of a process that does a task. */
export function writerCommand(task: Task, home: string, ...args: string[]): string[] {
  const flags = ["--quiet", "--no-check", "--no-prompt", "--allow-read", "--allow-write"];
  return [Deno.execPath(), "run", ...flags, path("./writer.ts"), task, home, ...args];
}

/** Starts a process that does a task. */
export function startWriter(task: Task, home: string, ...args: string[]): Deno.ChildProcess {
  return start(writerCommand(task, home, ...args));
}

/** Starts a command with its output to be read. */
export function start([program = "", ...args]: readonly string[]): Deno.ChildProcess {
  return new Deno.Command(program, { args, stdin: "null", stdout: "piped", stderr: "piped" })
    .spawn();
}

/** Waits for the end; a failure shows what the process said. */
export async function exitOf(child: Deno.ChildProcess): Promise<number> {
  const [{ code }, stderr] = await Promise.all([child.status, new Response(child.stderr).text()]);
  if (code !== 0) console.error(stderr);
  return code;
}
