/** Writing several files into a folder that the user named. */

import { join } from "node:path";
import { IncompleteError, type Outcome, outcomeOf, RemoteError } from "../core/errors.ts";
import { naming } from "./failure.ts";
import { writeOutput } from "./output.ts";

/** A file to write. */
export interface NamedText {
  /** Its name in the folder. */
  name: string;
  text: string;
}

/**
 * Writes files into a folder, which is made when it is missing. Other files in it stay.
 * @param folder with every link in it resolved
 * @param force whether the folder may hold something, and files of these names are replaced
 * @returns a failure of exit 3 that names the path and the kind of error
 */
export function writeFiles(
  folder: string,
  files: readonly NamedText[],
  force: boolean,
): Promise<Outcome<null>> {
  return outcomeOf(async () => {
    await naming("creating", folder, () => Deno.mkdir(folder, { recursive: true }));
    if (!force && !await isEmpty(folder)) {
      throw new IncompleteError(`${folder} is not empty; write into it with --force`);
    }
    for (const { name, text } of files) {
      const outcome = await writeOutput(join(folder, name), text, force);
      if (!outcome.ok) throw new RemoteError(outcome.failure);
    }
    return null;
  });
}

/** Whether a folder holds nothing. @throws {IncompleteError} */
export async function isEmpty(folder: string): Promise<boolean> {
  return await naming("listing", folder, async () => {
    for await (const _ of Deno.readDir(folder)) return false;
    return true;
  });
}
