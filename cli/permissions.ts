/**
 * Capability plans: what each side of the boundary may touch (docs/architecture.md “The boundary”).
 * A command turns its options into a plan before anything is opened; the plan is what
 * `--print-permissions` prints and what the isolates are started with.
 */

/** What one isolate may touch: paths, hosts with ports, programs, names of variables. */
export interface Capabilities {
  /** `*` when agents choose the files, see `serve`. */
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
  /** What the front keeps once the others run; nothing unless it is given. */
  front?: Capabilities;
  keeper: Capabilities;
  /** The isolate that agents talk to; only `serve` has one. */
  service?: Capabilities;
}

/** Capabilities with the given lists, all others empty. */
export function capabilities(given: Partial<Capabilities> = {}): Capabilities {
  return { read: [], write: [], net: [], run: [], env: [], ...given };
}

/** The plan of a command that only prints. */
export const PRINT_ONLY: CapabilityPlan = { engine: null, keeper: capabilities() };

/** The plan as `--print-permissions` prints it. */
export function renderPlan(plan: CapabilityPlan): string {
  return JSON.stringify(plan, null, 2) + "\n";
}

/** A plan's lists as the permissions of a worker; what is not listed is denied. */
export function workerPermissions(given: Capabilities): Deno.PermissionOptionsObject {
  const list = (values: string[]) =>
    values.includes("*") ? true : values.length === 0 ? false : values;
  return {
    read: list(given.read),
    write: list(given.write),
    net: list(given.net),
    run: list(given.run),
    env: list(given.env),
    sys: false,
    ffi: false,
    import: false,
  };
}

/**
 * Drops every permission of the calling isolate; workers keep theirs.
 * @param kept what it needs on; as that cannot be narrowed any more, each list is empty or `*`
 */
export function revokeAll(kept = capabilities()): void {
  for (const name of ["read", "write", "net", "run", "env"] as const) {
    if (kept[name].length === 0) Deno.permissions.revokeSync({ name });
  }
  for (const name of ["sys", "ffi"] as const) Deno.permissions.revokeSync({ name });
}

/**
 * The engine's `run` list for a server program. A child that inherits a dynamic linker's variable
 * (`LD_…`, `DYLD_…`) may be started only with the unrestricted permission, whatever the program:
 * the linker's variables can turn any program into another. CI images set them often, so the plan
 * says `*` then instead of refusing.
 * @param added variables that the child gets beside those of this process
 */
export function runList(
  program: string,
  killer: string | null,
  added: Readonly<Record<string, string>> = {},
): string[] {
  if (hasLinkerVariable({ ...Deno.env.toObject(), ...added })) return ["*"];
  return killer === null ? [program] : [program, killer];
}

function hasLinkerVariable(environment: Readonly<Record<string, string>>): boolean {
  return Object.entries(environment)
    .some(([name, value]) => /^(LD|DYLD)_/.test(name) && value.trim() !== "");
}
