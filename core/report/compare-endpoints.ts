/** The servers of a comparison as they are typed (cli.md §4.6). */

import { UsageError } from "../errors.ts";

/** Label of the column of the command after `--`. */
export const COMMAND_LABEL = "stdio";

/** One `--endpoint`. */
export interface NamedUrl {
  label: string;
  /** Not judged yet. */
  url: string;
}

/**
 * Reads each `--endpoint LABEL=URL`, in order. A label may equal {@link COMMAND_LABEL}.
 * @param hasCommand whether a server command follows `--`
 * @throws {UsageError} for a part that is missing, a label given twice, and under two servers
 */
export function readEndpoints(texts: readonly string[], hasCommand: boolean): NamedUrl[] {
  const endpoints = texts.map(readEndpoint);
  if (new Set(endpoints.map(({ label }) => label)).size < endpoints.length) {
    throw new UsageError("two --endpoint options have one label; give each its own");
  }
  if (endpoints.length + (hasCommand ? 1 : 0) >= 2) return endpoints;
  throw new UsageError(
    "a comparison needs two servers: give --endpoint twice, or once and a command after --",
  );
}

function readEndpoint(text: string): NamedUrl {
  const split = text.indexOf("=");
  if (split <= 0 || split === text.length - 1) {
    throw new UsageError("--endpoint takes LABEL=URL, and neither part may be empty");
  }
  return { label: text.slice(0, split), url: text.slice(split + 1) };
}
