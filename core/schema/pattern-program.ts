/** Regular expressions as programs for the matcher in `backtracking.ts`. */

import type { Node, ParsedPattern } from "./pattern-syntax.ts";

/** One step of a program; the next one follows unless it says otherwise. */
export type Instruction =
  | { op: "character"; matches: (character: string) => boolean }
  | { op: "fork"; first: number; second: number }
  | { op: "jump"; to: number }
  | { op: "start" }
  | { op: "end" }
  | { op: "accept" }
  | { op: "boundary"; negated: boolean }
  | { op: "look"; body: number; behind: boolean; negated: boolean; next: number }
  | { op: "save"; slot: number }
  /** Slots from `from` up to `to` are undefined again: a repetition starts. */
  | { op: "forget"; from: number; to: number }
  /** To what was captured between the positions in `slot` and the one after it. */
  | { op: "reference"; slot: number };

/** Longest program: `.{0,65535}` fits. */
const MAX_PROGRAM = 150_000;
/** Most parts that are written out: `(?:)` is one that makes the program no longer. */
const MAX_PARTS = 1_000_000;

/** Thrown when a program grows too large. */
class TooLarge extends Error {}

interface Writer {
  readonly program: Instruction[];
  /** See {@link ParsedPattern}. */
  readonly slots: readonly number[];
  parts: number;
}

/** The program of an expression, or null when it would be too large. */
export function compileProgram({ root, slots }: ParsedPattern): Instruction[] | null {
  const writer: Writer = { program: [], slots, parts: 0 };
  try {
    emit(root, writer);
    push(writer, { op: "accept" });
    return writer.program;
  } catch (error) {
    if (error instanceof TooLarge || error instanceof RangeError) return null;
    throw error;
  }
}

function emit(node: Node, writer: Writer): void {
  if (++writer.parts > MAX_PARTS) throw new TooLarge();
  switch (node.kind) {
    case "character":
      return push(writer, { op: "character", matches: node.matches });
    case "assertion":
      return push(writer, { op: node.at });
    case "boundary":
      return push(writer, { op: "boundary", negated: node.negated });
    case "reference":
      return push(writer, { op: "reference", slot: slotOf(node.group, writer) });
    case "sequence":
      for (const part of node.parts) emit(part, writer);
      return;
    case "group":
      return emitGroup(node, writer);
    case "look":
      return emitLook(node, writer);
    case "choice":
      return emitChoice(node.options, writer);
    case "repeat":
      return emitRepeat(node, writer);
  }
}

function push({ program }: Writer, instruction: Instruction): void {
  if (program.push(instruction) > MAX_PROGRAM) throw new TooLarge();
}

/** The first slot of a group, or of the first one after it that has any. */
function slotOf(group: number, { slots }: Writer): number {
  return slots[group] ?? 0;
}

function emitGroup({ group, body }: Extract<Node, { kind: "group" }>, writer: Writer): void {
  const slot = slotOf(group, writer);
  const captures = slot < slotOf(group + 1, writer);
  if (captures) push(writer, { op: "save", slot });
  emit(body, writer);
  if (captures) push(writer, { op: "save", slot: slot + 1 });
}

function emitLook(
  { behind, negated, body }: Extract<Node, { kind: "look" }>,
  writer: Writer,
): void {
  const { program } = writer;
  const look = { op: "look" as const, body: program.length + 1, behind, negated, next: 0 };
  push(writer, look);
  emit(body, writer);
  push(writer, { op: "accept" });
  look.next = program.length;
}

function emitChoice(options: Node[], writer: Writer): void {
  const { program } = writer;
  const exits: { to: number }[] = [];
  for (const option of options.slice(0, -1)) {
    const fork = { op: "fork" as const, first: program.length + 1, second: 0 };
    const exit = { op: "jump" as const, to: 0 };
    push(writer, fork);
    emit(option, writer);
    push(writer, exit);
    fork.second = program.length;
    exits.push(exit);
  }
  for (const last of options.slice(-1)) emit(last, writer);
  for (const exit of exits) exit.to = program.length;
}

function emitRepeat(
  { body, low, high, first, last }: Extract<Node, { kind: "repeat" }>,
  writer: Writer,
): void {
  const { program } = writer;
  const [from, to] = [slotOf(first, writer), slotOf(last + 1, writer)];
  const emitBody = () => {
    if (from < to) push(writer, { op: "forget", from, to });
    emit(body, writer);
  };
  let before = program.length;
  for (let copy = 0; copy < low; copy++) {
    before = program.length;
    emitBody();
    // An empty body needs no second copy, and a billion of them would never end.
    if (program.length === before) return;
  }
  const loop = high === Infinity;
  // Back to the copy that is there: one more in each of many nested repetitions would double all.
  if (loop && low > 0) {
    return push(writer, { op: "fork", first: before, second: program.length + 1 });
  }
  const forks: { second: number }[] = [];
  for (let copy = low; copy < (loop ? 1 : high); copy++) {
    const fork = { op: "fork" as const, first: program.length + 1, second: 0 };
    push(writer, fork);
    emitBody();
    if (loop) push(writer, { op: "jump", to: fork.first - 1 });
    forks.push(fork);
  }
  for (const fork of forks) fork.second = program.length;
}
