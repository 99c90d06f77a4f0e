/** Real MCP servers from PyPI, in a virtual environment of their own. */

import { join } from "node:path";

/** Pinned, because the sizes of their catalogs are part of a comparison. */
const PACKAGES = [
  "mcp-server-time==2026.10.19",
  "mcp-server-git==2026.10.19",
  "mcp-server-fetch==2026.10.24",
];

/** The servers, once they are installed. */
export interface PythonServers {
  /** Path of a program. */
  program(name: string): string;
  /** Removes them. */
  remove(): void;
}

/** Installs the servers. @returns why that is not possible, as a text */
export async function installPythonServers(): Promise<PythonServers | string> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-python-" });
  const bin = join(folder, Deno.build.os === "windows" ? "Scripts" : "bin");
  const steps = [
    ["python3", "-m", "venv", folder],
    [join(bin, "python3"), "-m", "pip", "install", "--quiet", ...PACKAGES],
  ];
  for (const [program = "", ...args] of steps) {
    if (await succeeds(program, args)) continue;
    await Deno.remove(folder, { recursive: true });
    return `${args.slice(0, 3).join(" ")} does not work here`;
  }
  return {
    program: (name) => join(bin, name),
    remove: () => Deno.removeSync(folder, { recursive: true }),
  };
}

async function succeeds(program: string, args: string[]): Promise<boolean> {
  try {
    return (await new Deno.Command(program, { args, stdout: "null", stderr: "null" }).output())
      .success;
  } catch {
    return false;
  }
}
