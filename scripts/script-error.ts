/**
 * A failure that the user of a script can act on. Its message says what is wrong and the way out;
 * the stack is of no use to that reader, so {@linkcode runScript} prints the message alone.
 */
export class ScriptError extends Error {
  /** Exit status of the process: 1 for a failed step, 2 for a mistake in the arguments. */
  readonly exitCode: 1 | 2;

  constructor(message: string, exitCode: 1 | 2 = 1) {
    super(message);
    this.name = "ScriptError";
    this.exitCode = exitCode;
  }
}

/**
 * Runs a script's main function and ends the process with the status that it returns. A
 * {@linkcode ScriptError} becomes one message on stderr; every other error is a defect and keeps
 * its stack.
 */
export async function runScript(main: () => Promise<number>): Promise<never> {
  try {
    Deno.exit(await main());
  } catch (error) {
    if (!(error instanceof ScriptError)) throw error;
    console.error(error.message);
    Deno.exit(error.exitCode);
  }
}
