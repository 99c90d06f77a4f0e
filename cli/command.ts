/** What a command is: its entry in the table, and its implementation. */

import type { CapabilityPlan } from "./permissions.ts";

/** One option of a command. */
export interface OptionSpec {
  /** As commander reads it: `--name` or `--name <value>`. */
  flags: string;
  help: string;
  required?: true;
  /** May be given several times; the value is then an array. */
  repeatable?: true;
  /** Other options; without any of them this one makes no sense. */
  requires?: readonly string[];
  choices?: readonly string[];
  default?: string;
}

/** Parsed options: text, texts of a repeatable one, or true for a switch. */
export type OptionValues = { readonly [name: string]: string | readonly string[] | true };

/** What a command gets. */
export interface Invocation {
  options: OptionValues;
  operands: readonly string[];
  /** Words after `--`; null when there is no `--`. */
  server: readonly string[] | null;
}

/** An implementation. `prepare` writes and starts nothing; it may read what was named. */
export interface CommandModule {
  /**
   * Checks the invocation and says what the command may touch.
   * @throws {UsageError | IncompleteError}
   */
  prepare(invocation: Invocation): Prepared;
}

/** A checked invocation. */
export interface Prepared {
  plan: CapabilityPlan;
  /** Runs the command with nothing but the plan's capabilities and returns the exit code. */
  run(): Promise<number>;
}

/** One command. */
export interface CommandSpec {
  name: string;
  summary: string;
  /** Operands in commander's notation, e.g. `[reason]`. */
  operands?: { flags: string; help: string; choices?: readonly string[] };
  /** Whether a server command after `--` is taken. */
  takesServer: boolean;
  options: readonly OptionSpec[];
  /** Shown under the help; each line starts with the program's name. */
  examples: readonly string[];
  load(): Promise<CommandModule>;
}
