/** What a server is started from: the files that a verification vouches for (capture.md §11.3). */

import { IncompleteError } from "../errors.ts";
import { compareBytes } from "../mcp/json.ts";
import { digestFile } from "./file-digest.ts";

/** The files of a launch, by absolute paths. */
export interface LaunchFiles {
  /** The program as it is started; links in its path are kept. */
  executable: string;
  /** Arguments that name regular files. */
  others: readonly string[];
}

/** The same files as they are at one moment. */
export interface LaunchIdentity {
  executable: string;
  /** Path without links and SHA-256 in hex of each file, sorted, each once. */
  artifacts: (readonly [path: string, sha256: string])[];
}

/**
 * Observes the files.
 * @throws {IncompleteError} that names the program, or says that an argument's file cannot be read
 */
export async function observeLaunch({ executable, others }: LaunchFiles): Promise<LaunchIdentity> {
  const artifacts = new Map<string, string>();
  for (const path of [executable, ...others]) {
    try {
      artifacts.set(await Deno.realPath(path), await digestFile(path));
    } catch {
      throw new IncompleteError(
        path === executable
          ? `the verification executable ${executable} cannot be read; check its path and rights`
          : "a file that an argument of the server command names cannot be read",
      );
    }
  }
  return { executable, artifacts: [...artifacts].sort(([a], [b]) => compareBytes(a, b)) };
}
