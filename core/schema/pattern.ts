/**
 * Regular expressions of servers, matched in bounded work (D9). Three ways, in this order:
 *
 * 1. `re2js`, whose time is linear, for every expression that means the same there;
 * 2. our own matcher (`backtracking.ts`) for what RE2 lacks: lookaround, back references, long
 *    counted repetitions, some Unicode properties. Generators write such expressions (an e-mail
 *    address of zod starts with two lookaheads), so refusing them would fail correct servers;
 * 3. an expression that neither ECMAScript nor RE2 can read makes the schema unusable.
 *
 * ECMAScript with the `u` flag is what JSON Schema asks for. Without it, escapes of punctuation
 * that `u` forbids (`\-`, `\_`) are read too; so are RE2's own forms, known from Python and Go:
 * `(?i)`, `(?P<name>…)`, `\A`, `\z`.
 */

import { RE2JS } from "re2js";
import { backtrackingMatcher } from "./backtracking.ts";
import { Exhausted, type Meter, spend } from "./meter.ts";

/** Tells whether an expression is found anywhere in a text. @throws {Exhausted} */
export type Matcher = (text: string, meter: Meter) => boolean;

/** Longest expression, in UTF-16 units. */
const MAX_PATTERN = 16_384;
/** Largest size for `re2js`, see {@link patternSize}; what is larger is bounded otherwise. */
export const MAX_SIZE = 200_000;
/** Largest `re2js` program: where its automaton gives up, each character costs as much. */
const MAX_PROGRAM = 5_000;

/** What RE2 reads differently or not at all, so that it is not asked. */
const NOT_RE2 = /\\[1-9kKZQECGRXa]|\\u[dD][89a-fA-F]|\(\?<|\(\?[=!]|\[\[:|&&/;
/** No escape of a letter that would stand for itself without the flag, as `\Z` and `\p` do. */
const KNOWN_ESCAPES = /^(?:[^\\]|\\[^a-zA-Z]|\\[bBcdDfnrsStuvwWx])*$/;

/** Compiles an expression, or gives null when it cannot be used. */
export function compilePattern(pattern: string): Matcher | null {
  if (pattern.length > MAX_PATTERN) return null;
  const ecma = isEcmaScript(pattern);
  if (!mayBeRe2(pattern)) return ecma ? backtrackingMatcher(pattern) : null;
  if (!ecma) return re2Matcher(pattern);
  // Most schemas are compiled to check one small value, so compilation waits for the first text.
  let matcher: Matcher | null | undefined;
  return (text, meter) => {
    if (matcher === undefined) {
      spend(meter, patternSize(pattern) >> 2);
      matcher = re2Matcher(pattern) ?? backtrackingMatcher(pattern);
    }
    if (matcher === null) throw new Exhausted("the expression is too large");
    return matcher(text, meter);
  };
}

/** Whether an expression can be used: what the format `regex` asserts. @throws {Exhausted} */
export function isPattern(pattern: string, meter: Meter): boolean {
  spend(meter, Math.min(patternSize(pattern), MAX_SIZE));
  return compilePattern(pattern) !== null;
}

function isEcmaScript(pattern: string): boolean {
  return isNative(pattern, "u") || (isNative(pattern, "") && KNOWN_ESCAPES.test(pattern));
}

function isNative(pattern: string, flags: string): boolean {
  try {
    new RegExp(pattern, flags);
    return true;
  } catch {
    return false;
  }
}

function mayBeRe2(pattern: string): boolean {
  return !NOT_RE2.test(pattern) && patternSize(pattern) <= MAX_SIZE;
}

/** Escapes and classes as a whole (one that is not closed: to the end), groups, repetitions. */
const PARTS = /\\(?:u\{\w+\}|[^])|\[(?:\\[^]|[^\]\\])*\]?|\((?:\?\w+)?|\{(\d+)(?:,(\d*))?\}|[^]/g;
/** What stands for a long list of ranges. */
const CLASSES = /\\[pP]|\(\?\w*i/g;

/**
 * An upper estimate of a compiled expression, in characters: `x{n,m}` is written out, also within
 * another one, and a Unicode class or a disregard of case is a long list of ranges.
 */
export function patternSize(pattern: string): number {
  /** Of the groups around a part, each with all that it holds so far. */
  const open = [0];
  let last = 0;
  const add = (size: number) => open.push((open.pop() ?? 0) + size);
  for (const [part, low, high] of pattern.matchAll(PARTS)) {
    if (part === ")" && open.length > 1) {
      last = 1 + (open.pop() ?? 0);
      add(last);
    } else if (low !== undefined) {
      const more = last * Math.max(Number(low), Number(high || 0), 1) - last;
      last += more;
      add(part.length + more);
    } else {
      last = part.length + 100 * (part.match(CLASSES)?.length ?? 0);
      if (part.startsWith("(")) open.push(0);
      add(last);
    }
  }
  return open.reduce((sum, size) => sum + size);
}

/** Spaces and line ends of ECMAScript; RE2 knows those of ASCII only. */
const SPACES = String.raw`\t-\r \x{a0}\x{feff}\x{2028}\x{2029}\p{Zs}`;
const LINE_ENDS = String.raw`\n\r\x{2028}\x{2029}`;

/** Spells out what has another meaning in RE2. Null for what cannot be spelled: `\S` in a class. */
function toRe2(pattern: string): string | null {
  // Under flags such as `(?s)` a dot has yet another meaning, and they are RE2's own.
  if (/\(\?[a-zA-Z^-]/.test(pattern)) return RE2JS.translateRegExp(pattern);
  let exact = true;
  const spelled = RE2JS.translateRegExp(pattern).replace(
    /\\[^]|\[(?:\\[^]|[^\]\\])*\]?|\./g,
    (part) => {
      if (part === ".") return `[^${LINE_ENDS}]`;
      if (part === "\\s") return `[${SPACES}]`;
      if (part === "\\S") return `[^${SPACES}]`;
      if (part.startsWith("\\")) return part;
      return part.replace(/\\[^]/g, (escape) => {
        if (escape === "\\S") exact = false;
        return escape === "\\s" ? SPACES : escape;
      });
    },
  );
  return exact ? spelled : null;
}

function re2Matcher(pattern: string): Matcher | null {
  try {
    const spelled = toRe2(pattern);
    if (spelled === null) return null;
    const expression = RE2JS.compile(spelled);
    const size = expression.programSize();
    if (size > MAX_PROGRAM) return null;
    return (text, meter) => {
      spend(meter, 1 + Math.ceil(size * text.length / 512));
      return expression.test(text);
    };
  } catch {
    return null;
  }
}
