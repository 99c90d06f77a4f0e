import { join } from "node:path";

/**
 * Writes generated files; with `--check` it says instead which committed ones are out of date.
 *
 * @param files their texts by their paths in the repository
 * @param script that generates them, for the message
 * @returns the exit status
 */
export async function writeOrCheck(files: Record<string, string>, script: string): Promise<number> {
  let status = 0;
  for (const [name, text] of Object.entries(files)) {
    const path = join(import.meta.dirname ?? ".", "..", name);
    if (!Deno.args.includes("--check")) await Deno.writeTextFile(path, text);
    else if (await Deno.readTextFile(path).catch(() => "") !== text) {
      console.error(`${name} is out of date: run scripts/${script}`);
      status = 1;
    }
  }
  return status;
}
