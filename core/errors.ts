/**
 * The errors that end a command, each with its exit code (cli.md §2). They are turned into text in
 * one place, `cli/terminal.ts`; messages name place and remedy and never quote a value.
 */

/** Bad arguments or a bad input document: exit 2. */
export class UsageError extends Error {
  override name = "UsageError";
  readonly exit = 2;
}

/**
 * A document that the command line names is unusable, also exit 2. It tells apart what a command
 * reads while the command line is judged; to what is read later it makes no difference.
 */
export class DocumentError extends UsageError {}

/** The command could not complete: exit 3. */
export class IncompleteError extends Error {
  override name = "IncompleteError";
  readonly exit = 3;
}

/** A mistake on the command line to which cli.md §2 gives exit 3 all the same. */
export class MisuseError extends IncompleteError {
  override name = "MisuseError";
}

/** An error with an exit code, in a form that survives the way between isolates. */
export interface Failure {
  /** 2: usage; 3: could not complete. */
  exit: 2 | 3;
  message: string;
  /** What led to it, outermost first. */
  causes: string[];
}

/** What a job of the engine ends with. */
export type Outcome<T> = { ok: true; value: T } | { ok: false; failure: Failure };

/** A failure that the other isolate reported. */
export class RemoteError extends Error {
  override name = "RemoteError";
  constructor(readonly failure: Failure) {
    super(failure.message);
  }
}

/** Describes an error for the other isolate. An unknown error keeps its class name only. */
export function toFailure(error: unknown): Failure {
  if (error instanceof RemoteError) return error.failure;
  const exit = error instanceof UsageError ? 2 : 3;
  const causes: string[] = [];
  for (let cause = causeOf(error); cause !== undefined; cause = causeOf(cause)) {
    causes.push(describe(cause));
  }
  return { exit, message: describe(error), causes };
}

/** Does work for another isolate; what it throws becomes a failure. */
export async function outcomeOf<T>(work: () => Promise<T>): Promise<Outcome<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

/** As {@link outcomeOf}, for work that waits for nothing. */
export function outcomeNow<T>(work: () => T): Outcome<T> {
  try {
    return { ok: true, value: work() };
  } catch (error) {
    return { ok: false, failure: toFailure(error) };
  }
}

function causeOf(error: unknown): unknown {
  return error instanceof Error ? error.cause : undefined;
}

/** Classes whose messages are written by us and hold no content; others only show their name. */
const OURS = new Set(["UsageError", "IncompleteError", "MisuseError", "Fault", "JsonError"]);

function describe(error: unknown): string {
  if (!(error instanceof Error)) return "unexpected failure";
  return OURS.has(error.name) ? error.message : `unexpected failure (${error.name})`;
}
