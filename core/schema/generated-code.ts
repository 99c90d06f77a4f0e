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
 * is taken for a place: ajv writes names and texts in double quotes only.
 */
const PARTS = new RegExp(
  [
    /"(?:[^"\\]|\\.)*"/,
    /(?<head>let vErrors = null;)/,
    /(?<loop>for\((?:let|const) [^"(){}]*\)\{)/,
    /(?<open>\{)/,
    /(?<close>\})/,
    /(?<list>vErrors)\.(?:concat\([\w.]+\.errors\)|push\(err\d+\))/,
    /(?<escape>\.replace\(\/~\/g, "~0"\)\.replace\(\/\\\/\/g, "~1"\))/,
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
  /** Of each open brace: where the body of a loop starts, and where its payment will stand. */
  const open: ({ start: number; slot: number } | null)[] = [];
  let heads = 0;
  let copied = 0;
  for (const { 0: part, index, groups = {} } of code.matchAll(PARTS)) {
    const end = index + part.length;
    written.push(code.slice(copied, index));
    copied = end;
    if (groups["list"]) written.push(`self.mcpevalNote(${groups["list"]})`);
    else if (!groups["escape"]) written.push(part);
    if (groups["head"]) {
      heads++;
      written.push(payment(code.length));
    } else if (groups["loop"]) open.push({ start: end, slot: written.push("") - 1 });
    else if (groups["open"]) open.push(null);
    else if (groups["close"]) {
      const loop = open.pop();
      if (loop) written[loop.slot] = payment(index - loop.start);
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
