/**
 * What the engine tells of a run beside its result. Like the result it is checked before it is
 * shown: numbers, problems of a fixed set, and short lines with nothing hidden in them.
 */

import type { Listener, ServerNotes } from "../core/jobs.ts";
import { READ_LIMITS } from "../core/mcp/json.ts";
import { isDateShaped } from "../core/mcp/revisions.ts";
import { count, members, oneOf, refuse } from "../core/report/check-parts.ts";
import { revealed } from "../core/report/visible.ts";

/** Longest line, in UTF-16 units: two names and the longest path. */
const MAX_LINE = 5000;
const WITHHELD = "a line was withheld because it breaks its grammar; this is a defect of mcpeval";

/** A listener that passes on only what may be shown. */
export function checkedListener(listener: Listener): Listener {
  return {
    progress(done: unknown, total: unknown, label: unknown) {
      if (isCount(done) && isCount(total)) listener.progress(done, total, checkLine(label));
    },
    diagnostic: (line: unknown) => listener.diagnostic(checkLine(line)),
  };
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value);
}

function checkLine(line: unknown): string {
  return typeof line === "string" && line.length <= MAX_LINE ? revealed(line) : WITHHELD;
}

/**
 * Notes that hold nothing but counts, a date and problems of our own.
 * @throws {IncompleteError} for anything else
 */
export function checkNotes(value: unknown): ServerNotes {
  const { revision, noise, unread, strays } = members(
    value,
    ["revision", "noise", "unread", "strays"],
    "notes",
  );
  const { problem } = members(unread, ["lines", "first", "problem"], "notes.unread");
  return {
    revision: typeof revision === "string" && isDateShaped(revision) ? revision : null,
    noise: checkSkipped(noise, "notes.noise"),
    unread: {
      ...checkSkipped(unread, "notes.unread"),
      problem: problem === null ? null : oneOf(READ_LIMITS, problem, "notes.unread.problem"),
    },
    strays: count(strays, "notes.strays"),
  };
}

function checkSkipped(value: unknown, at: string): ServerNotes["noise"] {
  const { lines, first } = members(value, ["lines", "first", "problem"], at);
  return {
    lines: count(lines, `${at}.lines`),
    first: first === null ? null : count(first, `${at}.first`) || refuse(`${at}.first`),
  };
}

/** The commonest mistakes of server authors, a line each, for the end of a run (D8, D22). */
export function noteLines({ noise, unread, strays }: ServerNotes): string[] {
  const lines: string[] = [];
  if (noise.lines > 0) {
    const what = noise.lines === 1
      ? `1 line to stdout that is not a protocol message, line ${noise.first}`
      : `${noise.lines} lines to stdout that are not protocol messages, the first in line ${noise.first}`;
    lines.push(`the server wrote ${what}; write logs to stderr`);
  }
  if (unread.lines > 0) {
    const what = unread.lines === 1
      ? `1 message to stdout that cannot be read and was ignored, in line ${unread.first}`
      : `${unread.lines} messages to stdout that cannot be read and were ignored, ` +
        `the first in line ${unread.first}`;
    lines.push(`the server wrote ${what}: ${unread.problem}`);
  }
  if (strays > 0) {
    const what = strays === 1
      ? "1 response that nothing was waiting for; it was ignored"
      : `${strays} responses that nothing was waiting for; they were ignored`;
    lines.push(`the server sent ${what}`);
  }
  return lines;
}
