/**
 * Checks the rules that hold the folders apart: `deno run -A scripts/check-imports.ts [root]`.
 * Prints `file:line: message` for each violation and ends with status 1 when there is one.
 *
 * @module
 */
import { join } from "node:path";
import { checkFileLengths, checkFolderImports, checkNoConsole } from "./source-rules.ts";
import { runScript } from "./script-error.ts";

if (import.meta.main) {
  await runScript(async () => {
    const root = Deno.args[0] ?? join(import.meta.dirname ?? ".", "..");
    const violations = [
      ...await checkFolderImports(root),
      ...await checkNoConsole(root),
      ...checkFileLengths(root),
    ];
    for (const { file, line, message } of violations) console.error(`${file}:${line}: ${message}`);
    return violations.length === 0 ? 0 : 1;
  });
}
