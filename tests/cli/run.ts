/** Runs mcpeval as a whole program, from source or compiled. */

/** What a run ended with. */
export interface Ran {
  code: number;
  stdout: string;
  stderr: string;
}

/** Where and with what a program runs. */
export interface RunOptions {
  cwd?: string;
  env?: Record<string, string>;
  stdin?: string;
}

const path = (relative: string) => new URL(`../../${relative}`, import.meta.url).pathname;
const permissions = ["read", "write", "net", "run", "env"].map((name) => `--allow-${name}`);
const deno = [Deno.execPath(), "run", "--quiet", "--no-check", "--no-prompt"];

/** The program from source, with the permissions that are baked into the compiled one. */
export const SOURCE: readonly string[] = [...deno, ...permissions, path("cli/main.ts")];
/** The compiled program; `deno task test` builds it first. */
export const BINARY: readonly string[] = [path("dist/mcpeval")];
/** The compiled demo server. */
export const DEMO: string = path("dist/mcpeval-demo");

/** Command of a small server in a file of the tests; it gets no permission at all. */
export function testServer(file: string, ...args: string[]): string[] {
  return [...deno, path(file), ...args];
}

/** The home of what is run without one: nobody's own. */
const SPARE_HOME = Deno.makeTempDirSync({ prefix: "mcpeval-home-" });
addEventListener("unload", () => Deno.removeSync(SPARE_HOME, { recursive: true }));

/** Runs a program to its end. */
export async function run(
  program: readonly string[],
  args: readonly string[],
  { cwd, env, stdin }: RunOptions = {},
): Promise<Ran> {
  const [command = "", ...first] = program;
  const child = new Deno.Command(command, {
    args: [...first, ...args],
    stdin: stdin === undefined ? "null" : "piped",
    stdout: "piped",
    stderr: "piped",
    ...(cwd === undefined ? {} : { cwd }),
    env: { MCPEVAL_HOME: SPARE_HOME, ...env },
  }).spawn();
  if (stdin !== undefined) {
    const writer = child.stdin.getWriter();
    await writer.write(new TextEncoder().encode(stdin));
    await writer.close();
  }
  const { code, stdout, stderr } = await child.output();
  const decode = (bytes: Uint8Array) => new TextDecoder().decode(bytes);
  return { code, stdout: decode(stdout), stderr: decode(stderr) };
}

/** Runs mcpeval from source. */
export function mcpeval(args: readonly string[], options?: RunOptions): Promise<Ran> {
  return run(SOURCE, args, options);
}

/** A folder that is removed at the end of the scope. */
export interface TempFolder extends AsyncDisposable {
  readonly path: string;
  /** Path of a file in it. */
  file(name: string): string;
  /** Writes a file in it and returns its path. */
  write(name: string, content: string | Uint8Array): Promise<string>;
}

/** Makes a folder for one test. */
export async function tempFolder(): Promise<TempFolder> {
  const path = await Deno.makeTempDir({ prefix: "mcpeval-test-" });
  const file = (name: string) => `${path}/${name}`;
  return {
    path,
    file,
    async write(name, content) {
      const bytes = typeof content === "string" ? new TextEncoder().encode(content) : content;
      await Deno.writeFile(file(name), bytes);
      return file(name);
    },
    [Symbol.asyncDispose]: () => Deno.remove(path, { recursive: true }),
  };
}
