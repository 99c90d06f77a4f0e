/** Places in a text, and changes to them. Offsets are UTF-16 units from the start. */

/** A part of a text; the end is exclusive. */
export interface Span {
  start: number;
  end: number;
}

/** A part of a text and what replaces it. */
export interface Edit extends Span {
  text: string;
}

/** Applies edits that do not overlap. */
export function applyEdits(text: string, edits: readonly Edit[]): string {
  let result = "";
  let done = 0;
  for (const edit of inOrder(edits)) {
    result += text.slice(done, edit.start) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done);
}

/** Parts of a text in the order in which they stand there. */
export function inOrder<T extends Span>(parts: readonly T[]): T[] {
  return [...parts].sort((a, b) => a.start - b.start);
}

/**
 * The line break and the indentation before an offset, when nothing else comes before it on its
 * line; null when something does, and on the first line.
 */
export function lineStart(text: string, offset: number): string | null {
  const line = Math.max(0, text.lastIndexOf("\n", offset - 1) - 1);
  return /\r?\n[ \t]*$/.exec(text.slice(line, offset))?.[0] ?? null;
}
