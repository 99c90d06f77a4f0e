/** Processes that a test looks after by their ids; Linux only. */

/**
 * Script of a server with a child of its own, both with the same trap for TERM (`$2`, empty: deaf to
 * it). It writes both process ids to the file `$1` and then goes on.
 */
export const WITH_CHILD = `
  (trap "$2" TERM; while :; do sleep 0.1; done) &
  trap "$2" TERM
  echo "$$ $!" > "$1"
  while :; do sleep 0.1; done
`;

/** Whether a process runs; one that has ended but was not waited for does not. */
export function alive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(Deno.readTextFileSync(`/proc/${pid}/status`));
  } catch {
    return false;
  }
}

/** The process ids in a file, once a whole line is there. */
export async function pidsIn(file: string): Promise<number[]> {
  for (;;) {
    const text = await Deno.readTextFile(file).catch(() => "");
    if (text.endsWith("\n")) return text.trim().split(" ").map(Number);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
