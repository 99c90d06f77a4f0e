/** Lines of journals on their way into the index. */

import { type Json, JsonError, parseJson } from "../../core/mcp/json.ts";

/**
 * Takes one line of a text.
 * @param start of the line
 * @param end where its line feed is
 * @throws {Rejected}
 */
export type TakeLine = (text: string, start: number, end: number) => void;

/** A line that makes an index impossible; the message says what is wrong, to follow its place. */
export class Rejected extends Error {
  override name = "Rejected";
}

/** The value of a line. @throws {Rejected} */
export function readJson(line: string): Json {
  try {
    return parseJson(line);
  } catch (error) {
    if (error instanceof JsonError) throw new Rejected("is not JSON");
    throw error;
  }
}
