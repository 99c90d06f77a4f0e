/** Where a manifest and its cases are, for tools that annotate files (reports.md §4). */

import { visit } from "jsonc-parser";
import { utf8Text } from "../utf8.ts";

/** A manifest as an annotation names it. */
export interface ManifestPlace {
  /** Relative to the working folder where that is possible. */
  uri: string;
  /** For each case id the line of its `id` field, from 1; null when the file could not be read. */
  lines: ReadonlyMap<string, number> | null;
}

/** What a path is relative to; a null is a path that does not exist. */
export interface Surroundings {
  /** The working folder. */
  cwd: string;
  /** The working folder without links. */
  realCwd: string | null;
  /** The file without links. */
  realPath: string | null;
  /** Whether `\` separates and drives have letters. */
  windows: boolean;
}

/** The lines of the cases in the bytes of a manifest; null when they are not UTF-8. */
export function caseLines(bytes: Uint8Array): Map<string, number> | null {
  const text = utf8Text(bytes);
  if (text === null) return null;
  const lines = new Map<string, number>();
  const lineAt = lineCounter(text);
  let depth = 0;
  let idLine: number | null = null;
  const open = () => {
    depth += 1;
    idLine = null;
  };
  const close = () => {
    depth -= 1;
  };
  // Comments and trailing commas do no harm, so every manifest is read as one that may have them.
  visit(text, {
    onObjectBegin: open,
    onArrayBegin: open,
    onObjectEnd: close,
    onArrayEnd: close,
    onObjectProperty: (_key, offset, length) => {
      const isId = depth === 3 && text.slice(offset, offset + length) === `"id"`;
      idLine = isId ? lineAt(offset) : null;
    },
    onLiteralValue: (value, offset, length) => {
      if (idLine === null || typeof value !== "string") return;
      const id = text.slice(offset + 1, offset + length - 1);
      if (!lines.has(id)) lines.set(id, idLine);
    },
  });
  return lines;
}

/** Counts the lines up to offsets that only grow. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let next = text.indexOf("\n");
  return (offset) => {
    while (next !== -1 && next < offset) {
      line += 1;
      next = text.indexOf("\n", next + 1);
    }
    return line;
  };
}

/**
 * A path as a URI reference: relative to the working folder, an absolute one below it included,
 * else `file:///…`. Segments are percent-encoded as RFC 3986 §2.3 has it.
 */
export function manifestUri(path: string, around: Surroundings): string {
  const { windows, cwd, realCwd, realPath } = around;
  if (!isAbsolute(path, windows)) return encode(segments(path, windows));
  const inside = below(path, cwd, windows) ??
    (realPath !== null && realCwd !== null ? below(realPath, realCwd, windows) : null);
  return inside === null ? fileUri(path, windows) : encode(inside);
}

function isAbsolute(path: string, windows: boolean): boolean {
  return windows ? /^(?:[A-Za-z]:)?[\\/]/.test(path) : path.startsWith("/");
}

function segments(path: string, windows: boolean): string[] {
  return path.split(windows ? /[\\/]/ : "/").filter((segment) => segment !== "" && segment !== ".");
}

/** The segments of a path below a folder, or null. */
function below(path: string, folder: string, windows: boolean): string[] | null {
  const [inner, outer] = [segments(path, windows), segments(folder, windows)];
  const fold = (segment: string | undefined) => windows ? segment?.toLowerCase() : segment;
  const isInside = outer.every((segment, index) => fold(segment) === fold(inner[index]));
  return isInside ? inner.slice(outer.length) : null;
}

function fileUri(path: string, windows: boolean): string {
  const [first = "", ...rest] = segments(path, windows);
  if (windows && /^[A-Za-z]:$/.test(first)) return `file:///${first}/${encode(rest)}`;
  const host = windows && /^[\\/]{2}/.test(path);
  return `${host ? "file://" : "file:///"}${encode([first, ...rest])}`;
}

function encode(path: string[]): string {
  return path.map((segment) =>
    encodeURIComponent(segment.toWellFormed()).replace(
      /[!'()*]/g,
      (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
    )
  ).join("/");
}
