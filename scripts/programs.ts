/** One executable that `scripts/build.ts` makes. All paths are relative to the repository. */
export interface Program {
  /** File name of the executable without extension. */
  readonly name: string;
  /** Module that the executable starts with. */
  readonly entry: string;
  /**
   * Modules that are started as workers. Each becomes a file next to the bundled entry, named as
   * here but with the extension `.js`, so the base names of entry and workers must differ.
   */
  readonly workers: readonly string[];
  /**
   * Permissions baked into the executable, by name: all of them at once would include `sys`, `ffi`
   * and whatever a later runtime adds.
   */
  readonly permissions: readonly Permission[];
  /** Unstable runtime features that the executable needs, as in `deno.json`. */
  readonly unstable: readonly string[];
}

/** A permission that an executable may be given. */
export type Permission = "read" | "write" | "net" | "run" | "env";

/** Every executable of the project, in the order in which they are built. */
export const PROGRAMS: readonly Program[] = [
  {
    name: "mcpeval",
    entry: "cli/main.ts",
    workers: ["core/engine.ts", "shim/relay-engine.ts", "store/keeper.ts", "serve/service.ts"],
    permissions: ["read", "write", "net", "run", "env"],
    unstable: ["worker-options"],
  },
  {
    name: "mcpeval-demo",
    entry: "demo/main.ts",
    workers: [],
    permissions: [],
    unstable: [],
  },
];
