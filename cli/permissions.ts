/**
 * Capability plans: what each side of the boundary may touch (docs/architecture.md “The boundary”).
 * A command turns its options into a plan before anything is opened; the plan is what
 * `--print-permissions` prints and what the isolates are started with.
 */

/** What one isolate may touch: paths, hosts with ports, programs, names of variables. */
export interface Capabilities {
  read: string[];
  write: string[];
  net: string[];
  /** Programs that may be started; `*` when the runtime cannot tell one from another. */
  run: string[];
  env: string[];
}

/** Both sides of one run; a command that touches no server has no engine. */
export interface CapabilityPlan {
  engine: Capabilities | null;
  keeper: Capabilities;
}

/** Capabilities with the given lists, all others empty. */
export function capabilities(given: Partial<Capabilities> = {}): Capabilities {
  return { read: [], write: [], net: [], run: [], env: [], ...given };
}

/** The stdin-to-stdout plan of a command that only reads the named files. */
export function readOnlyPlan(...read: string[]): CapabilityPlan {
  return { engine: null, keeper: capabilities({ read }) };
}

/** The plan as `--print-permissions` prints it. */
export function renderPlan(plan: CapabilityPlan): string {
  return JSON.stringify(plan, null, 2) + "\n";
}

/** A plan's lists as the permissions of a worker; what is not listed is denied. */
export function workerPermissions(given: Capabilities): Deno.PermissionOptionsObject {
  const list = (values: string[]) => values.length === 0 ? false : values;
  return {
    read: list(given.read),
    write: list(given.write),
    net: list(given.net),
    run: given.run.includes("*") ? true : list(given.run),
    env: list(given.env),
    sys: false,
    ffi: false,
    import: false,
  };
}

/** Drops every permission of the calling isolate; workers keep theirs. */
export function revokeAll(): void {
  for (const name of ["read", "write", "net", "run", "env", "sys", "ffi"] as const) {
    Deno.permissions.revokeSync({ name });
  }
}

/**
 * The engine's `run` list for a server program. A child that inherits a dynamic linker's variable
 * (`LD_…`, `DYLD_…`) may be started only with the unrestricted permission, whatever the program:
 * the linker's variables can turn any program into another. CI images set them often, so the plan
 * says `*` then instead of refusing.
 */
export function runList(program: string, killer: string | null): string[] {
  if (linkerVariables().length > 0) return ["*"];
  return killer === null ? [program] : [program, killer];
}

function linkerVariables(): string[] {
  return Object.entries(Deno.env.toObject())
    .filter(([name, value]) => /^(LD|DYLD)_/.test(name) && value.trim() !== "")
    .map(([name]) => name);
}
