/** Everything that is written to a person or a pipe. */

import { writeAll } from "../core/bytes.ts";
import { type Failure, IncompleteError } from "../core/errors.ts";
import { revealed } from "../core/report/visible.ts";
import { readVariableIfPossible } from "./environment.ts";

const utf8 = new TextEncoder();
let silent = false;

/** Nothing more is shown: the user has interrupted the program. */
export function fallSilent(): void {
  silent = true;
}

/** Writes a whole text to stdout. A reader that has gone away is no error of ours. */
export function print(text: string): void {
  if (silent) return;
  try {
    writeAll(Deno.stdout, utf8.encode(text));
  } catch (error) {
    if (error instanceof Deno.errors.BrokenPipe) return;
    throw new IncompleteError("writing to standard output failed");
  }
}

/** Writes a diagnostic to stderr. A closed stderr never ends a run (cli.md §1). */
export function printError(text: string): void {
  if (!silent) insist(text);
}

/** As {@link printError}, for what has to be known after an interrupt, too. */
export function insist(text: string): void {
  try {
    writeAll(Deno.stderr, utf8.encode(text));
  } catch {
    // Nobody listens.
  }
}

/** The `Error: …` block of cli.md §1. Names of files may hold anything, so they are made visible. */
export function renderFailure(failure: Failure): string {
  const causes = failure.causes.map(revealed);
  const [first, ...more] = causes;
  let text = `Error: ${revealed(failure.message)}\n`;
  if (first !== undefined) {
    text += "\nCaused by:\n";
    text += more.length === 0
      ? `    ${first}\n`
      : causes.map((cause, index) => `    ${index}: ${cause}\n`).join("");
  }
  return text;
}

/** A line on a terminal that says how far a run is. */
export interface Progress {
  /** Shows a new state, once the run has lasted a second; without a total only what is done. */
  update(done: number, total: number, label: string): void;
  /** Makes way for other output, which starts at the margin; the next state is shown again. */
  makeWay(): void;
  /** Removes the line for good. */
  end(): void;
}

/** Milliseconds a run may take before it owes an explanation. */
const PATIENCE = 1000;
/** Whether a terminal cannot take a line back. Read at once: later nothing may be read any more. */
const IS_DUMB = readVariableIfPossible("TERM") === "dumb";

/** Shows progress on stderr, without colors, when that is a capable terminal; silent otherwise. */
export function startProgress(first: string): Progress {
  if (IS_DUMB || !Deno.stderr.isTerminal()) return { update() {}, makeWay() {}, end() {} };
  let line = first;
  let isDue = false;
  let isShown = false;
  const draw = () => {
    isShown = true;
    printError(`\r\x1b[K${line}`);
  };
  const timer = setTimeout(() => {
    isDue = true;
    draw();
  }, PATIENCE);
  function makeWay(): void {
    if (isShown) printError("\r\x1b[K");
    isShown = false;
  }
  return {
    update(done, total, label) {
      line = total === 0 ? label : `${done}/${total} ${label}`;
      if (isDue) draw();
    },
    makeWay,
    end() {
      clearTimeout(timer);
      isDue = false;
      makeWay();
    },
  };
}
