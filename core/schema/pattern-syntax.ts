/**
 * The structure of a regular expression of ECMAScript (ECMA-262, “Patterns”). What one character
 * matches (`\d`, `[^a-f]`, `\p{L}`) is not taken apart: the runtime's own engine answers that, one
 * character at a time.
 */

/** A part of an expression. */
export type Node =
  | { kind: "character"; matches: (character: string) => boolean }
  | { kind: "assertion"; at: "start" | "end" }
  | { kind: "boundary"; negated: boolean }
  | { kind: "reference"; group: number }
  | { kind: "group"; group: number; body: Node }
  | { kind: "look"; behind: boolean; negated: boolean; body: Node }
  /** With the groups that it holds: `first` to `last`, none when `last` is less. */
  | { kind: "repeat"; body: Node; low: number; high: number; first: number; last: number }
  | { kind: "sequence"; parts: Node[] }
  | { kind: "choice"; options: Node[] };

/** An expression, and where captures are kept: two slots for each group that is referred to. */
export interface ParsedPattern {
  root: Node;
  /** By the number of a group, or the one after the last: how many slots the groups before it have. */
  slots: number[];
}

/** What may follow a part. Lazy or not changes what is matched, not whether. */
const QUANTIFIER = /(?:([*+?])|\{(\d+)(?:(,)(\d*))?\})\??/y;
const GROUP = /\((?:\?(?:(:)|(<?)([=!])|<[^>]+>))?/y;
const REFERENCE = /\\(?:([1-9]\d*)|k<([^>]+)>)/y;
/** One character: an escape, a surrogate pair written as two escapes, a class, or itself. */
const CHARACTER =
  /\\(?:[pP]\{[^}]*\}|u\{[^}]*\}|u[dD][89abAB]..\\u[dD][c-fC-F]..|u[0-9a-fA-F]{4}|x[0-9a-fA-F]{2}|c[a-zA-Z]|[^])|\[(?:\\[^]|[^\]\\])*\]|[^]/uy;
/** Skips escapes and classes, stops at groups that capture. */
const CAPTURES = /\\[^]|\[(?:\\[^]|[^\]\\])*\]|(\((?!\?)|\(\?<([^=!>][^>]*)>)/g;

interface Reader {
  readonly pattern: string;
  /** Names of all groups that capture, in order; null for those without. */
  readonly groups: readonly (string | null)[];
  at: number;
  opened: number;
  readonly referred: Set<number>;
  /** A class may be a long list of ranges, so each that is written again is the same one. */
  readonly tests: Map<string, CharacterTest>;
}

type CharacterTest = (character: string) => boolean;

/** Thrown for a form that is not known here. */
class Unknown extends Error {}

/** Parses an expression that the runtime accepts; null for a form that is not known here. */
export function parsePattern(pattern: string): ParsedPattern | null {
  const groups = [...pattern.matchAll(CAPTURES)].filter(([, group]) => group)
    .map(([, , name]) => name ?? null);
  const reader: Reader = {
    pattern,
    groups,
    at: 0,
    opened: 0,
    referred: new Set(),
    tests: new Map(),
  };
  try {
    const root = readChoice(reader);
    if (reader.at < pattern.length) return null;
    const slots = [0, 0];
    for (let group = 1, used = 0; group <= groups.length; group++) {
      slots.push(used += reader.referred.has(group) ? 2 : 0);
    }
    return { root, slots };
  } catch (error) {
    // A range error is the end of the stack: too many groups within each other.
    if (error instanceof Unknown || error instanceof RangeError) return null;
    throw error;
  }
}

function readChoice(reader: Reader): Node {
  const options = [readSequence(reader)];
  while (reader.pattern[reader.at] === "|") {
    reader.at++;
    options.push(readSequence(reader));
  }
  return options.length === 1 && options[0] ? options[0] : { kind: "choice", options };
}

function readSequence(reader: Reader): Node {
  const parts: Node[] = [];
  while (reader.at < reader.pattern.length && !"|)".includes(reader.pattern[reader.at] ?? "")) {
    const first = reader.opened + 1;
    const body = readPart(reader);
    const last = reader.opened;
    const quantifier = take(reader, QUANTIFIER);
    parts.push(quantifier ? { kind: "repeat", body, ...bounds(quantifier), first, last } : body);
  }
  return { kind: "sequence", parts };
}

function bounds([, sign, low, comma, high]: RegExpExecArray): { low: number; high: number } {
  if (sign) return { low: sign === "+" ? 1 : 0, high: sign === "?" ? 1 : Infinity };
  return { low: Number(low), high: comma ? Number(high || Infinity) : Number(low) };
}

function readPart(reader: Reader): Node {
  const group = take(reader, GROUP);
  if (group) return readGroup(reader, group);
  const reference = take(reader, REFERENCE);
  if (reference) {
    const [, number, name] = reference;
    const index = number ? Number(number) : reader.groups.indexOf(name ?? "") + 1;
    if (index < 1 || index > reader.groups.length) throw new Unknown();
    reader.referred.add(index);
    return { kind: "reference", group: index };
  }
  const character = take(reader, CHARACTER)?.[0] ?? "";
  if (character === "^") return { kind: "assertion", at: "start" };
  if (character === "$") return { kind: "assertion", at: "end" };
  if (character === "\\b" || character === "\\B") {
    return { kind: "boundary", negated: character === "\\B" };
  }
  const matches = reader.tests.get(character) ?? characterTest(character);
  reader.tests.set(character, matches);
  return { kind: "character", matches };
}

function readGroup(reader: Reader, [, plain, behind, look]: RegExpExecArray): Node {
  const captures = !plain && !look;
  const group = captures ? ++reader.opened : 0;
  const body = readChoice(reader);
  if (reader.pattern[reader.at] !== ")") throw new Unknown();
  reader.at++;
  if (look) return { kind: "look", behind: behind === "<", negated: look === "!", body };
  return captures ? { kind: "group", group, body } : body;
}

function characterTest(source: string): CharacterTest {
  // A quantifier with nothing before it: the `?` of a modifier group such as `(?i:`.
  if ("*+?".includes(source)) throw new Unknown();
  if (source !== "." && !/^[\\[]/.test(source)) return (character) => character === source;
  const expression = onlyCharacter(source);
  return (character) => expression.test(character);
}

/** With `u` where it can be had: then a character beyond U+FFFF is one character. */
function onlyCharacter(source: string): RegExp {
  try {
    return new RegExp(`^(?:${source})$`, "u");
  } catch {
    return new RegExp(`^(?:${source})$`);
  }
}

function take(reader: Reader, expression: RegExp): RegExpExecArray | null {
  expression.lastIndex = reader.at;
  const found = expression.exec(reader.pattern);
  if (found) reader.at += found[0].length;
  return found;
}
