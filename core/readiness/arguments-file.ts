/** The `--arguments` file: what the user wants tools to be called with (readiness.md §9). */

import { parse, type ParseError } from "jsonc-parser";
import { UsageError } from "../errors.ts";
import { asToolName } from "../labels.ts";
import { isObject, type Json, JsonError, type JsonObject, parseJson } from "../mcp/json.ts";
import { utf8Text } from "../utf8.ts";

/** Tool name to arguments object; numbers as they were written. */
export type ArgumentsFile = Readonly<Record<string, JsonObject>>;

/** Largest file, in bytes. */
const MAX_BYTES = 1_048_576;

/**
 * Reads the bytes of an arguments file. Of a repeated tool name the last entry counts.
 * @param path named in errors
 * @throws {UsageError} for a file that is too large, no JSON, or not of the form; messages name the
 * place, never a value
 */
export function parseArgumentsFile(bytes: Uint8Array, path: string): ArgumentsFile {
  if (bytes.length > MAX_BYTES) {
    throw new UsageError(`${path} is larger than 1 MiB; keep the arguments small`);
  }
  const document = parseDocument(bytes, path);
  if (!isObject(document)) {
    throw new UsageError(`${path} must hold a JSON object that maps tool names to arguments`);
  }
  const entries = Object.entries(document).map(([name, args], index): [string, JsonObject] => {
    const place = `${path}, entry ${index + 1}`;
    if (asToolName(name) === null) {
      throw new UsageError(
        `${place}: the name is no tool name; use 1 to 128 of A-Z, a-z, 0-9, "_", ".", ":", "-"`,
      );
    }
    if (!isObject(args)) {
      throw new UsageError(`${place} (${name}): the arguments must be a JSON object`);
    }
    return [name, args];
  });
  return Object.fromEntries(entries);
}

function parseDocument(bytes: Uint8Array, path: string): Json {
  const text = utf8Text(bytes);
  if (text === null) throw new UsageError(`${path} is not UTF-8 text; save it as UTF-8`);
  if (text.startsWith("\ufeff")) {
    throw new UsageError(
      `${path}:1: it starts with a byte-order mark: save it as UTF-8 without one`,
    );
  }
  try {
    return parseJson(text);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    throw new UsageError(`${path}${firstBadLine(text)}: ${error.message}`);
  }
}

/** The line of the first syntax error as `:<line>`; empty when the syntax is not the problem. */
function firstBadLine(text: string): string {
  const errors: ParseError[] = [];
  parse(text, errors, { disallowComments: true, allowTrailingComma: false });
  const offset = errors[0]?.offset;
  return offset === undefined ? "" : `:${text.slice(0, offset).split("\n").length}`;
}
