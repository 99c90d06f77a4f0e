import { isTarget, type Target } from "./targets.ts";

/**
 * The target that an executable's header names (ELF, Mach-O or PE with x86-64 or ARM64 code), or
 * `undefined` for anything else. A `denort` of another platform would otherwise end in a binary
 * that is broken without any message.
 *
 * @param head the first bytes of the file; 1 KiB is enough for linked executables
 */
export function executableTarget(head: Uint8Array): Target | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  if (head.byteLength < 64) return undefined;
  if (view.getUint32(0) === 0x7f454c46) {
    return named(ELF_MACHINES.get(view.getUint16(18, true)), "unknown-linux-gnu");
  }
  if (view.getUint32(0, true) === 0xfeedfacf) {
    return named(MACH_O_CPUS.get(view.getUint32(4, true)), "apple-darwin");
  }
  if (view.getUint16(0) === 0x4d5a) {
    const header = view.getUint32(0x3c, true);
    if (header + 6 > head.byteLength) return undefined;
    return named(PE_MACHINES.get(view.getUint16(header + 4, true)), "pc-windows-msvc");
  }
  return undefined;
}

/** {@linkcode executableTarget} of a file; a file that cannot be read throws as `Deno.open` does. */
export async function fileTarget(path: string): Promise<Target | undefined> {
  using file = await Deno.open(path);
  const head = new Uint8Array(1024);
  const count = await file.read(head);
  return executableTarget(head.subarray(0, count ?? 0));
}

const ELF_MACHINES = new Map([[0x3e, "x86_64"], [0xb7, "aarch64"]]);
const MACH_O_CPUS = new Map([[0x01000007, "x86_64"], [0x0100000c, "aarch64"]]);
const PE_MACHINES = new Map([[0x8664, "x86_64"], [0xaa64, "aarch64"]]);

function named(machine: string | undefined, system: string): Target | undefined {
  const target = `${machine}-${system}`;
  return isTarget(target) ? target : undefined;
}
