/** Variables of the environment; the runtime cannot read one that is not UTF-8. */

import { IncompleteError } from "../core/errors.ts";

/**
 * A variable that something is decided by.
 * @throws {IncompleteError} when it is not UTF-8
 */
export function readVariable(name: string): string | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    throw new IncompleteError(
      `the environment variable ${name} is not UTF-8; set it to other text`,
    );
  }
}

/** A variable that mcpeval can do without; one that is not UTF-8 counts as unset. */
export function readVariableIfPossible(name: string): string | undefined {
  return lookUp(name) ?? undefined;
}

/** Whether a variable is set, also to something that is not UTF-8. */
export function isSet(name: string): boolean {
  return lookUp(name) !== undefined;
}

/** Null for a variable that cannot be read. */
function lookUp(name: string): string | null | undefined {
  try {
    return Deno.env.get(name);
  } catch {
    return null;
  }
}
