/**
 * A matcher for the regular expressions of ECMAScript whose work is bounded: lookaround, back
 * references and all. It only answers whether there is a match. Each place in the program is tried
 * once per position in the text, so what is exponential in other engines is not here. With back
 * references it is once per position and captures, of the groups that they name only. The steps of
 * one search are limited besides; they count what is carried and compared, so they bound its memory
 * and its time, too.
 */

import { Exhausted, type Meter, spend } from "./meter.ts";
import { compileProgram, type Instruction } from "./pattern-program.ts";
import { parsePattern } from "./pattern-syntax.ts";

/** Steps of one search: less than a second and some 100 MB, as a step takes 0.1 to 0.7 µs. */
const MAX_STEPS = 1_000_000;
/** How many steps one is worth that carries captures, beside one for each position that it carries. */
const CAPTURING_STEP = 8;
/** How many characters that are compared at once are worth a step. */
const COMPARED = 64;

/** Start and end of each group that a back reference names. */
type Captures = readonly (number | undefined)[];

interface Search {
  readonly program: Instruction[];
  readonly text: string;
  steps: number;
}

/** Where a search goes on. */
interface Thread {
  pc: number;
  at: number;
  captures: Captures;
}

/**
 * A matcher for an expression that the runtime accepts, or null when it is too large or of a form
 * that is not known here.
 */
export function backtrackingMatcher(
  pattern: string,
): ((text: string, meter: Meter) => boolean) | null {
  const parsed = parsePattern(pattern);
  const program = parsed && compileProgram(parsed);
  if (!program) return null;
  const captures: Captures = new Array<undefined>(parsed.slots.at(-1) ?? 0).fill(undefined);
  const last = (text: string) => program[0]?.op === "start" ? 0 : text.length;
  return (text, meter) => {
    const search: Search = { program, text, steps: 0 };
    const tried = new Set<number | string>();
    try {
      for (let at = 0; at <= last(text); at++) {
        if (isWithinCharacter(text, at)) continue;
        if (run(search, { pc: 0, at, captures }, null, tried)) return true;
      }
      return false;
    } finally {
      spend(meter, 1 + (search.steps >> 2));
    }
  };
}

/**
 * Runs a program until it accepts, at `end` unless that is null.
 * @param tried threads known to fail
 * @returns what was captured, or null
 * @throws {Exhausted}
 */
function run(
  search: Search,
  start: Thread,
  end: number | null,
  tried: Set<number | string>,
): Captures | null {
  const threads = [start];
  for (let thread = threads.pop(); thread; thread = threads.pop()) {
    const { pc, at, captures } = thread;
    const key = captures.length === 0
      ? pc * (search.text.length + 1) + at
      : `${pc} ${at} ${captures.join()}`;
    if (tried.has(key)) continue;
    tried.add(key);
    take(search, captures.length === 0 ? 1 : CAPTURING_STEP + captures.length);
    const instruction = search.program[pc];
    if (instruction?.op === "accept") {
      if (end === null || at === end) return captures;
    } else if (instruction?.op === "fork") {
      threads.push({ pc: instruction.second, at, captures });
      threads.push({ pc: instruction.first, at, captures });
    } else if (instruction) {
      const next = step(search, instruction, thread);
      if (next) threads.push(next);
    }
  }
  return null;
}

/** @throws {Exhausted} */
function take(search: Search, steps: number): void {
  search.steps += steps;
  if (search.steps > MAX_STEPS) throw new Exhausted("the search takes too many steps");
}

/** The thread after an instruction, or null when it fails. */
function step(
  search: Search,
  instruction: Exclude<Instruction, { op: "accept" | "fork" }>,
  { pc, at, captures }: Thread,
): Thread | null {
  const { text } = search;
  const onward = (holds: boolean): Thread | null => holds ? { pc: pc + 1, at, captures } : null;
  switch (instruction.op) {
    case "jump":
      return { pc: instruction.to, at, captures };
    case "start":
      return onward(at === 0);
    case "end":
      return onward(at === text.length);
    case "boundary":
      return onward((isWord(text[at - 1]) !== isWord(text[at])) !== instruction.negated);
    case "character": {
      if (at >= text.length) return null;
      const character = String.fromCodePoint(text.codePointAt(at) ?? 0);
      if (!instruction.matches(character)) return null;
      return { pc: pc + 1, at: at + character.length, captures };
    }
    case "save":
      return { pc: pc + 1, at, captures: captures.with(instruction.slot, at) };
    case "forget": {
      const { from, to } = instruction;
      return { pc: pc + 1, at, captures: captures.slice().fill(undefined, from, to) };
    }
    case "reference": {
      const [from, to] = captures.slice(instruction.slot, instruction.slot + 2);
      const captured = from === undefined || to === undefined ? "" : text.slice(from, to);
      take(search, Math.floor(captured.length / COMPARED));
      return text.startsWith(captured, at)
        ? { pc: pc + 1, at: at + captured.length, captures }
        : null;
    }
    case "look": {
      const found = look(search, instruction, at, captures);
      if ((found === null) !== instruction.negated) return null;
      return { pc: instruction.next, at, captures: found ?? captures };
    }
  }
}

function look(
  search: Search,
  { body, behind }: Extract<Instruction, { op: "look" }>,
  at: number,
  captures: Captures,
): Captures | null {
  if (!behind) return run(search, { pc: body, at, captures }, null, new Set());
  const tried = new Set<number | string>();
  for (let start = at; start >= 0; start--) {
    if (isWithinCharacter(search.text, start)) continue;
    const found = run(search, { pc: body, at: start, captures }, at, tried);
    if (found) return found;
  }
  return null;
}

/** Whether a position is between the two halves of a character beyond U+FFFF. */
function isWithinCharacter(text: string, at: number): boolean {
  return at > 0 && (text.codePointAt(at - 1) ?? 0) > 0xffff;
}

function isWord(character: string | undefined): boolean {
  return character !== undefined && /^\w$/.test(character);
}
