/** Finding and reading the configs of clients, before permissions are dropped. */

import { type ClientConfig, readClientConfig } from "../core/clients/config.ts";
import { CLIENT_NAMES, clientFile, isClientName } from "../core/clients/files.ts";
import { UsageError } from "../core/errors.ts";
import { readVariable } from "./environment.ts";
import { readFile } from "./files.ts";

/**
 * The config that a user means: the name of a client, or a path.
 * @throws {UsageError} when the user's folder is not known
 */
export function locateConfig(named: string): string {
  if (!isClientName(named)) return named;
  const path = clientFile(named, readVariable, Deno.build.os);
  if (path !== null) return path;
  throw new UsageError(`where ${named} keeps its config is not known without HOME; give its path`);
}

/**
 * Reads a config.
 * @throws {UsageError} naming the path, when it cannot be read
 */
export function readConfig(path: string): ClientConfig {
  const missing = `name a file, or a client: ${CLIENT_NAMES.join(", ")}`;
  return readClientConfig(readFile(path, { missing }), path);
}
