/** Regular expressions as programs for the matcher in `backtracking.ts`. */

import type { Node } from "./pattern-syntax.ts";

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
  /** Captures of groups `first` to `last` are undefined again: a repetition starts. */
  | { op: "forget"; first: number; last: number }
  | { op: "reference"; group: number };

/** Longest program: `.{0,65535}` fits. */
const MAX_PROGRAM = 150_000;

/** Thrown when a program grows too large. */
class TooLarge extends Error {}

/**
 * The program of an expression, or null when it would be too large.
 * @param captures whether back references need to know what groups captured
 */
export function compileProgram(root: Node, captures: boolean): Instruction[] | null {
  const program: Instruction[] = [];
  try {
    emit(root, program, captures);
    push(program, { op: "accept" });
    return program;
  } catch (error) {
    if (error instanceof TooLarge || error instanceof RangeError) return null;
    throw error;
  }
}

function emit(node: Node, program: Instruction[], captures: boolean): void {
  switch (node.kind) {
    case "character":
      return push(program, { op: "character", matches: node.matches });
    case "assertion":
      return push(program, { op: node.at });
    case "boundary":
      return push(program, { op: "boundary", negated: node.negated });
    case "reference":
      return push(program, { op: "reference", group: node.group });
    case "sequence":
      for (const part of node.parts) emit(part, program, captures);
      return;
    case "group":
      if (captures) push(program, { op: "save", slot: 2 * node.group });
      emit(node.body, program, captures);
      if (captures) push(program, { op: "save", slot: 2 * node.group + 1 });
      return;
    case "look":
      return emitLook(node, program, captures);
    case "choice":
      return emitChoice(node.options, program, captures);
    case "repeat":
      return emitRepeat(node, program, captures);
  }
}

function push(program: Instruction[], instruction: Instruction): void {
  if (program.push(instruction) > MAX_PROGRAM) throw new TooLarge();
}

function emitLook(
  { behind, negated, body }: Extract<Node, { kind: "look" }>,
  program: Instruction[],
  captures: boolean,
): void {
  const look = { op: "look" as const, body: program.length + 1, behind, negated, next: 0 };
  push(program, look);
  emit(body, program, captures);
  push(program, { op: "accept" });
  look.next = program.length;
}

function emitChoice(options: Node[], program: Instruction[], captures: boolean): void {
  const exits: { to: number }[] = [];
  for (const option of options.slice(0, -1)) {
    const fork = { op: "fork" as const, first: program.length + 1, second: 0 };
    const exit = { op: "jump" as const, to: 0 };
    push(program, fork);
    emit(option, program, captures);
    push(program, exit);
    fork.second = program.length;
    exits.push(exit);
  }
  for (const last of options.slice(-1)) emit(last, program, captures);
  for (const exit of exits) exit.to = program.length;
}

function emitRepeat(
  { body, low, high, first, last }: Extract<Node, { kind: "repeat" }>,
  program: Instruction[],
  captures: boolean,
): void {
  const emitBody = () => {
    if (captures && first <= last) push(program, { op: "forget", first, last });
    emit(body, program, captures);
  };
  for (let copy = 0; copy < low; copy++) {
    const before = program.length;
    emitBody();
    // An empty body needs no second copy, and a billion of them would never end.
    if (program.length === before) return;
  }
  const loop = high === Infinity;
  const forks: { second: number }[] = [];
  for (let copy = low; copy < (loop ? low + 1 : high); copy++) {
    const fork = { op: "fork" as const, first: program.length + 1, second: 0 };
    push(program, fork);
    emitBody();
    if (loop) push(program, { op: "jump", to: fork.first - 1 });
    forks.push(fork);
  }
  for (const fork of forks) fork.second = program.length;
}
