/** The score from which issues become findings (capture.md §9, cli.md §3). */

import { IncompleteError } from "../../core/errors.ts";
import { isObject, type Json, JsonError, parseJson } from "../../core/mcp/json.ts";
import { utf8Text } from "../../core/utf8.ts";
import { namingInHome } from "../failure.ts";
import { configFile } from "../home.ts";
import { readDocument } from "../reading.ts";
import { DEFAULT_THRESHOLD } from "./score.ts";

/**
 * The threshold of a home: that of its `config.json`, else the built-in one.
 * @throws {IncompleteError} when the file is not of its form; it quotes nothing of it
 */
export async function configuredThreshold(home: string): Promise<number> {
  const path = configFile(home);
  const bytes = await namingInHome("reading", path, () => readOrNull(path));
  if (bytes === null) return DEFAULT_THRESHOLD;
  const config = parse(bytes, path);
  if (!isObject(config)) throw new IncompleteError(`${path} is no JSON object in UTF-8`);
  const { promotion_threshold: threshold = null } = config;
  if (threshold === null) return DEFAULT_THRESHOLD;
  const isNumber = typeof threshold === "number" || typeof threshold === "bigint" ||
    threshold instanceof Number;
  const value = isNumber ? Number(threshold) : NaN;
  return requireThreshold(value, `promotion_threshold in ${path}`);
}

/**
 * A threshold that was checked.
 * @param name of what holds it
 * @throws {IncompleteError} of the class that is given
 */
export function requireThreshold(
  value: number,
  name: string,
  Wrong: typeof IncompleteError = IncompleteError,
): number {
  // `-0` would print as a negative number.
  if (Number.isFinite(value) && value >= 0) return value === 0 ? 0 : value;
  throw new Wrong(`${name} must be a finite number from 0 on`);
}

function readOrNull(path: string): Uint8Array | null {
  try {
    return readDocument(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw error;
  }
}

/** @returns undefined for what is no JSON */
function parse(bytes: Uint8Array, path: string): Json | undefined {
  try {
    return parseJson(utf8Text(bytes) ?? "");
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    if (error.kind === "syntax") return undefined;
    throw new IncompleteError(`${path} cannot be read: ${error.message}; correct it`);
  }
}
