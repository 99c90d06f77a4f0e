/** The platforms that mcpeval is built for, by the names that `deno compile --target` takes. */
export const TARGETS = [
  "x86_64-unknown-linux-gnu",
  "aarch64-unknown-linux-gnu",
  "x86_64-apple-darwin",
  "aarch64-apple-darwin",
  "x86_64-pc-windows-msvc",
] as const;

/** One of {@linkcode TARGETS}. */
export type Target = (typeof TARGETS)[number];

/** Whether a name is a platform that mcpeval is built for. */
export function isTarget(name: string): name is Target {
  return TARGETS.some((target) => target === name);
}

/** File name of a program on a target: Windows wants `.exe`. */
export function executableName(program: string, target: Target): string {
  return target === "x86_64-pc-windows-msvc" ? `${program}.exe` : program;
}
