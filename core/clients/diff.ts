/** The changes to a config as a unified diff of the changed lines, and of nothing else. */

import { type Edit, inOrder, type Span, sweep } from "./text.ts";

/** What stands for a value that has nothing to do with a change. */
const HIDDEN = '"…"';

/** Lines that change together. */
interface Hunk extends Span {
  edits: Edit[];
}

/**
 * Renders edits. A changed line may hold more than the change, be it a secret: of its values only
 * those in `shown` are readable, in the old text and in what the edits put in.
 * @param values every value of the old text
 * @param shown parts of the old text, commands and their arguments
 */
export function renderDiff(
  { path, text }: { path: string; text: string },
  edits: readonly Edit[],
  values: readonly Span[],
  shown: readonly Span[],
): string {
  if (edits.length === 0) return "";
  const shownIn = sweep(shown);
  const hidden = inOrder(values).filter((value) =>
    !shownIn(value).some((part) => contains(part, value))
  );
  const masksIn = sweep(hidden.map((value) => ({ ...value, text: HIDDEN })));
  let line = 1;
  let counted = 0;
  let added = 0;
  const hunks = hunksOf(text, edits).map((hunk) => {
    const masks = masksIn(hunk);
    const before = linesOf(render(text, hunk, masks));
    const after = linesOf(render(text, hunk, [...masks, ...hunk.edits]));
    line += text.slice(counted, hunk.start).split("\n").length - 1;
    counted = hunk.start;
    const heading = `@@ -${line},${before.length} +${line + added},${after.length} @@\n`;
    added += after.length - before.length;
    return heading + before.map((each) => `-${each}\n`).join("") +
      after.map((each) => `+${each}\n`).join("");
  });
  return `--- ${path}\n+++ ${path}\n${hunks.join("")}`;
}

function contains(outer: Span, inner: Span): boolean {
  return outer.start <= inner.start && inner.end <= outer.end;
}

function hunksOf(text: string, edits: readonly Edit[]): Hunk[] {
  const hunks: Hunk[] = [];
  for (const edit of inOrder(edits)) {
    const last = hunks.at(-1);
    if (last !== undefined && edit.end < last.end) {
      last.edits.push(edit);
      continue;
    }
    const start = text.lastIndexOf("\n", edit.start - 1) + 1;
    const newline = text.indexOf("\n", edit.end);
    const end = newline < 0 ? text.length : newline + 1;
    if (last !== undefined && start <= last.end) {
      last.end = Math.max(last.end, end);
      last.edits.push(edit);
    } else hunks.push({ start, end, edits: [edit] });
  }
  return hunks;
}

/** A part of the text, changed; what reaches beyond it is cut. */
function render(text: string, { start, end }: Span, edits: readonly Edit[]): string {
  let result = "";
  let done = start;
  for (const edit of inOrder(edits)) {
    if (edit.end < start || edit.start >= end) continue;
    result += text.slice(done, Math.max(done, edit.start)) + edit.text;
    done = edit.end;
  }
  return result + text.slice(done, end);
}

function linesOf(text: string): string[] {
  return text.replace(/\r?\n$/, "").split(/\r?\n/);
}
