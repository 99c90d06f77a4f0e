/**
 * Makes the validation code that ajv generates pay for its work. Nothing of ajv can end a running
 * check, and both references and loops let a small schema run for ever on a small value. The code
 * is rewritten through ajv's own hook (`code.process`):
 *
 * - the head of each function, which stands for one `$ref` target, and the head of each loop over
 *   items or property names pay;
 * - errors are counted, not kept: ajv copies whole lists of them, which is quadratic, and escapes
 *   the names in their paths, while only whether there are any matters here.
 */

import { Exhausted } from "./meter.ts";

/** Most errors of one function's run: branches that do not hold leave some, for a time. */
const MAX_ERRORS = 2_000_000;

/** What the rewritten code calls on its `self`, the ajv instance. */
export interface Payer {
  mcpevalSpend(units: number): void;
  mcpevalNote(errors: unknown[]): unknown[];
}

/**
 * The places, braces, and string literals, so that nothing inside one, such as a property's name,
 * is taken for a place: ajv writes names and texts in double quotes only. Each kind has a first
 * character of its own.
 */
const PARTS = new RegExp(
  [
    /"(?:[^"\\]|\\.)*"/,
    /let vErrors = null;/,
    /for\((?:let|const) [^"(){}]*\)\{/,
    /[{}]/,
    /vErrors\.(?:concat\([\w.]+\.errors\)|push\(err\d+\))/,
    /\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\)/,
  ].map(({ source }) => source).join("|"),
  "g",
);

/**
 * The code with its payments. One unit stands for 1024 characters of straight-line code: of the
 * function, or of the body of the loop.
 * @throws {Error} when the code is not of the shape that is known: it must not run unpaid
 */
export function payForWork(code: string): string {
  const written: string[] = [];
  let copied = 0;
  /** Puts a text in place of a part; returns where it is. */
  const put = (from: number, to: number, text: string): number => {
    const length = written.push(code.slice(copied, from), text);
    copied = to;
    return length - 1;
  };
  /** Of each open brace: where the body of a loop starts, and where its payment will stand. */
  const open: ({ start: number; slot: number } | null)[] = [];
  let heads = 0;
  for (const { 0: part, index } of code.matchAll(PARTS)) {
    const end = index + part.length;
    switch (part.charAt(0)) {
      case "l":
        heads++;
        put(end, end, payment(code.length));
        break;
      case "f":
        open.push({ start: end, slot: put(end, end, "") });
        break;
      case "{":
        open.push(null);
        break;
      case "}": {
        const loop = open.pop();
        if (loop) written[loop.slot] = payment(index - loop.start);
        break;
      }
      case "v":
        put(index, end, "self.mcpevalNote(vErrors)");
        break;
      case ".":
        put(index, end, "");
        break;
    }
  }
  // Functions for `true` and `false` have no such head and nothing to pay for.
  if ((heads !== 1 && code.includes("vErrors")) || open.length > 0) {
    throw new Error("unknown shape of generated code");
  }
  return written.join("") + code.slice(copied);
}

function payment(length: number): string {
  return `self.mcpevalSpend(${1 + (length >> 10)});`;
}

/**
 * Stands for what would be added to a list of errors: its length is all that is read.
 * @throws {Exhausted}
 */
export function noteError(errors: unknown[]): unknown[] {
  if (errors.push(null) > MAX_ERRORS) throw new Exhausted("the check finds too many errors");
  return errors;
}
