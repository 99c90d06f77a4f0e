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
 * Finds the parts that reach into a span. To be asked in the order of the text, so that a text of
 * many parts is gone through once.
 * @param parts that do not overlap
 */
export function sweep<T extends Span>(parts: readonly T[]): (span: Span) => T[] {
  const ordered = inOrder(parts);
  let first = 0;
  return ({ start, end }) => {
    while ((ordered[first]?.end ?? Infinity) < start) first += 1;
    let last = first;
    while ((ordered[last]?.start ?? Infinity) < end) last += 1;
    return ordered.slice(first, last);
  };
}

/**
 * The line break and the indentation before an offset, when nothing else comes before it on its
 * line; null when something does, and on the first line.
 */
export function lineStart(text: string, offset: number): string | null {
  let start = offset;
  while (text[start - 1] === " " || text[start - 1] === "\t") start -= 1;
  if (text[start - 1] !== "\n") return null;
  return text.slice(text[start - 2] === "\r" ? start - 2 : start - 1, offset);
}
