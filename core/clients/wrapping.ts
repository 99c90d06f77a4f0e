/**
 * Wrapping a command in the shim, and back. Words are put in and taken out where they stand and
 * nothing else is touched, so that taking them out gives the text as it was, comments and all.
 */

import { asServerLabel, type ServerLabel } from "../labels.ts";
import type { CommandPlace } from "./config.ts";
import { type Edit, lineStart } from "./text.ts";

/** File name of the program, by which a wrapped command is known. */
const PROGRAM = /(?:^|[\\/])mcpeval(?:\.exe)?$/i;
/** The first space of a list that was added, not extended; see {@link unwrapEdits}. */
const ADDED = " ";

/** Whether a path is that of mcpeval, so that what it wraps can be found again. */
export function isMcpeval(program: string): boolean {
  return PROGRAM.test(program);
}

/** Whether a program is looked for on PATH. */
export function isBareName(program: string): boolean {
  return !/[\\/]/.test(program);
}

/**
 * The label of a server: its name with `-` for what a label may not have, save at the beginning,
 * where the command line would take it for an option.
 */
export function labelFor(name: string): ServerLabel {
  const label = asServerLabel(
    name.replace(/[^A-Za-z0-9_.:-]/g, "-").replace(/^-+/, "").slice(0, 128),
  );
  return label ?? "server" as ServerLabel;
}

/**
 * Where in a command's words the wrapped command begins; null when they do not begin with
 * `mcpeval shim --server <label> --` and at least one word more.
 */
export function wrappedFrom(words: readonly string[]): number | null {
  const [program = "", command, ...more] = words;
  const end = more.indexOf("--");
  const options = more.slice(0, end);
  const names = options.length === 1
    ? options[0]?.startsWith("--server=")
    : options.length === 2 && options[0] === "--server";
  const isShim = isMcpeval(program) && command === "shim" && end >= 0 && names;
  return isShim && more.length > end + 1 ? end + 3 : null;
}

/**
 * The changes that wrap a command.
 * @param program path of mcpeval
 */
export function wrapEdits(
  text: string,
  place: CommandPlace,
  program: string,
  label: ServerLabel,
): Edit[] {
  const { command, args, joint } = place;
  const words = ["shim", "--server", label, "--"].map((word) => `${quoted(word)}, `).join("") +
    text.slice(command.start, command.end);
  if (args === null) {
    return [{ ...command, text: `${quoted(program)}${joint}[${ADDED}${words}${ADDED}]` }];
  }
  const [first] = args.items;
  const start = first?.start ?? args.span.start + 1;
  const gap = first === undefined ? "" : `,${lineStart(text, start) ?? " "}`;
  return [commandEdit(place, program), { start, end: start, text: words + gap }];
}

/** The change that puts another program in the place of the one that an entry names. */
export function commandEdit({ command }: CommandPlace, program: string): Edit {
  return { ...command, text: quoted(program) };
}

/**
 * The changes that undo {@link wrapEdits}.
 * @param from see {@link wrappedFrom}
 */
export function unwrapEdits(
  text: string,
  { command, args, joint }: CommandPlace,
  from: number,
): Edit[] {
  const items = args?.items ?? [];
  const [first, last, next] = [items[0], items[from - 1], items[from]];
  if (args === null || first === undefined || last === undefined) return [];
  const original = text.slice(last.start, last.end);
  const isAdded = next === undefined && text.slice(command.end, args.span.start) === joint &&
    text.slice(args.span.start + 1, first.start) === ADDED;
  if (isAdded) return [{ start: command.start, end: args.span.end, text: original }];
  // A formatter may have put a comma after the last item.
  const end = next?.start ?? last.end + (/^\s*,/.exec(text.slice(last.end))?.[0].length ?? 0);
  return [{ ...command, text: original }, { start: first.start, end, text: "" }];
}

/** A text as JSON and TOML write it alike. */
function quoted(text: string): string {
  return JSON.stringify(text).replaceAll("\x7f", "\\u007f");
}
