/**
 * Real MCP servers from npm, run by the Deno that runs the tests. `servers.lock` pins them with all
 * that they depend on: the sizes of their catalogs are part of what the tests expect.
 */

import { denoCommand } from "../../scripts/deno-command.ts";
import type { TempFolder } from "../cli/run.ts";

/** Servers of the protocol's own collection. */
export type ServerName = "everything" | "filesystem" | "memory" | "sequential-thinking";

/** A server that is ready to be started, with files of its own. */
export interface RealServer {
  /** The server command, without any download left to do. */
  command: readonly string[];
  /** Environment of mcpeval, which the server inherits. */
  env: Record<string, string>;
  /** Options of `init` that let it call every tool that only reads. */
  initOptions: readonly string[];
  /** Stands in what the server answers and must never be shown; also marks its processes. */
  secret: string;
}

const NAMES: readonly ServerName[] = ["everything", "filesystem", "memory", "sequential-thinking"];
const specifier = (name: ServerName) => `npm:@modelcontextprotocol/server-${name}@2026.8.31`;
/** Whatever configuration lies around the working folder is not the servers'. */
const FLAGS = ["--quiet", "--no-config", "--frozen"];
const LOCK = `--lock=${new URL("servers.lock", import.meta.url).pathname}`;

let caching: Promise<void> | undefined;

/** Downloads all servers once, so that starting one later is not a download. */
async function cacheServers(): Promise<void> {
  const { success, stderr } = await denoCommand(
    ["cache", ...FLAGS, LOCK, ...NAMES.map(specifier)],
    { stdin: "null", stdout: "null", stderr: "piped" },
  ).output();
  if (success) return;
  throw new Error(`caching the servers from npm failed: ${new TextDecoder().decode(stderr)}`);
}

/**
 * Prepares a server.
 * @param folder holds what the server works on, and is where mcpeval is to run
 */
export async function realServer(name: ServerName, folder: TempFolder): Promise<RealServer> {
  await (caching ??= cacheServers());
  const secret = `SECRET-${crypto.randomUUID()}`;
  const { args, callArguments } = await SETUPS[name](folder, secret);
  const initOptions = ["--confirm-read-only"];
  if (callArguments !== null) {
    const file = await folder.write("arguments.json", JSON.stringify(callArguments));
    initOptions.push("--arguments", file);
  }
  return {
    command: [
      ...[Deno.execPath(), "run", "--allow-all", "--cached-only", ...FLAGS, LOCK],
      ...[specifier(name), ...args],
    ],
    env: {
      MCPEVAL_HOME: folder.file("home"),
      MEMORY_FILE_PATH: folder.file("memory.jsonl"),
      // The server "everything" returns its environment.
      MCPEVAL_TEST_SECRET: secret,
    },
    initOptions,
    secret,
  };
}

interface Setup {
  /** Arguments of the server's command line. */
  args: string[];
  /** Tool to the arguments that `init` is to call it with; null when it finds all by itself. */
  callArguments: Record<string, Record<string, unknown>> | null;
}

/** What each server works on; the secret is in it. */
const SETUPS: Record<ServerName, (folder: TempFolder, secret: string) => Promise<Setup>> = {
  everything: () =>
    Promise.resolve({
      args: ["stdio"],
      // By itself that tool takes ten seconds a call.
      callArguments: { "trigger-long-running-operation": { duration: 0.05, steps: 1 } },
    }),
  async filesystem(folder, secret) {
    const root = `${folder.path}/files`;
    await Deno.mkdir(root);
    await Deno.writeTextFile(`${root}/note.txt`, `${secret}\n`);
    const path = `${root}/note.txt`;
    return {
      args: [root],
      callArguments: {
        read_file: { path },
        read_text_file: { path },
        read_multiple_files: { paths: [path] },
        list_directory: { path: root },
        list_directory_with_sizes: { path: root },
        directory_tree: { path: root },
        search_files: { path: root, pattern: "*.txt" },
        get_file_info: { path },
      },
    };
  },
  async memory(folder, secret) {
    const entity = { type: "entity", name: secret, entityType: "test", observations: [secret] };
    await folder.write("memory.jsonl", `${JSON.stringify(entity)}\n`);
    return { args: [], callArguments: null };
  },
  "sequential-thinking": () => Promise.resolve({ args: [], callArguments: null }),
};

/**
 * Command lines of the processes that inherited a secret in their environment: what a run has left
 * behind. Only Linux shows the environment of a process.
 */
export function processesWith(secret: string): string[] {
  if (Deno.build.os !== "linux") return [];
  const left: string[] = [];
  for (const { name } of Deno.readDirSync("/proc")) {
    if (!/^\d+$/.test(name)) continue;
    try {
      if (!Deno.readTextFileSync(`/proc/${name}/environ`).includes(secret)) continue;
      left.push(Deno.readTextFileSync(`/proc/${name}/cmdline`).replaceAll("\0", " "));
    } catch {
      // It has ended meanwhile, or belongs to somebody else.
    }
  }
  return left;
}
