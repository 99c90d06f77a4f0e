/**
 * Tries to leave the isolate it runs in. The command line's `--prove-permissions` runs it in every
 * isolate of a command, and so do the tests, in the compiled programs too.
 */

/** What one attempt ended with: `NotCapable` is the runtime's refusal. */
export interface Attempt {
  attempt: "read" | "write" | "connect" | "listen" | "spawn" | "environment" | "system" | "library";
  /** `allowed`, or the class of the error. */
  result: string;
}

/** Marks the file of the write attempt, should one ever succeed. */
const FILE = "mcpeval-boundary-attempt";

/**
 * Attempts everything that the isolates of mcpeval must not do, outside of any plan: a file in the
 * root folder, loopback port 1, a program that no plan names.
 */
export async function attemptToCross(): Promise<Attempt[]> {
  const root = Deno.build.os === "windows" ? "C:\\" : "/";
  const other = Deno.build.os === "windows" ? "whoami" : "/bin/ls";
  return [
    await attempt("read", () => Deno.readDir(root)[Symbol.asyncIterator]().next()),
    await attempt("write", async () => {
      await Deno.writeTextFile(root + FILE, "");
      await Deno.remove(root + FILE);
    }),
    await attempt("connect", async () => {
      (await Deno.connect({ hostname: "127.0.0.1", port: 1 })).close();
    }),
    await attempt("listen", () => Deno.listen({ hostname: "127.0.0.1", port: 0 }).close()),
    await attempt("spawn", () => new Deno.Command(other, { stdout: "null" }).output()),
    await attempt("environment", () => Deno.env.get("HOME")),
    await attempt("system", () => Deno.hostname()),
    await attempt("library", () => Deno.dlopen(`${root}${FILE}.so`, {}).close()),
  ];
}

async function attempt(name: Attempt["attempt"], act: () => unknown): Promise<Attempt> {
  try {
    await act();
    return { attempt: name, result: "allowed" };
  } catch (error) {
    return { attempt: name, result: error instanceof Error ? error.name : "unknown" };
  }
}
