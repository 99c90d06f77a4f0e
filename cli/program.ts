/** The command line: from words to one checked invocation, or to help and parse errors. */

import { Argument, Command, CommanderError, Option } from "commander";
import {
  brokenRule,
  hideUnknownValues,
  joinCommandName,
  type OptionFacts,
  splitArguments,
} from "./argv.ts";
import type { CommandSpec, Invocation, OptionSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { print, printError } from "./terminal.ts";
import { VERSION } from "../core/version.ts";

/** Run a command, or print its capability plan, or let its isolates try to break out of it. */
export type Mode = "run" | "print" | "prove";

/** What the command line asks for. `done`: everything is printed, only the exit code is left. */
export type Parsed =
  | { kind: "done"; exit: number }
  | { kind: "command"; spec: CommandSpec; invocation: Invocation; mode: Mode; usage: string };

/** Parses the words of a command line; prints help, the version and parse errors itself. */
export function parseCommandLine(words: readonly string[]): Parsed {
  const split = splitArguments(words);
  const own = joinCommandName(split.own, COMMANDS.map(({ name }) => name));
  const { server } = split;
  let parsed: Parsed = { kind: "done", exit: 2 };
  const program = buildProgram((spec, command) => {
    parsed = {
      kind: "command",
      spec,
      mode: modeOf(program),
      usage: usage(command),
      invocation: { options: command.opts(), operands: command.processedArgs.flat(), server },
    };
  });
  if (own.length === 0) {
    printError(program.helpInformation());
    return { kind: "done", exit: 2 };
  }
  try {
    program.parse(checkRules(program, own, server), { from: "user" });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw error;
    return { kind: "done", exit: error.exitCode === 0 ? 0 : 2 };
  }
  return parsed;
}

function modeOf(program: Command): Mode {
  const { printPermissions, provePermissions } = program.opts();
  return printPermissions ? "print" : provePermissions ? "prove" : "run";
}

type Choose = (spec: CommandSpec, command: Command) => void;

function buildProgram(choose: Choose): Command {
  const program = new Command("mcpeval")
    .description("Evaluate MCP servers: a deterministic gate for CI, without any model.")
    .usage("[--print-permissions | --prove-permissions] <command> [options]")
    .version(`mcpeval ${VERSION}`, "-V, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .helpCommand("help [command]", "print help for a command")
    .option(
      "--print-permissions",
      "print what the command may read, write, reach and start, and stop",
    )
    .addOption(
      new Option(
        "--prove-permissions",
        "let every part of the command try to break out of them, and stop",
      ).conflicts("printPermissions"),
    )
    .enablePositionalOptions()
    .exitOverride()
    .configureOutput({
      writeOut: print,
      writeErr: printError,
      outputError: (text, write) => write(text + commandNames(text) + usage(program)),
    });
  for (const spec of COMMANDS) addCommand(program, spec, choose);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, choose: Choose): void {
  // Made by hand: the name may have two words, of which commander would take the second as operand.
  const command = program.createCommand(spec.name).copyInheritedSettings(program);
  program.addCommand(command);
  command
    .description(spec.summary)
    .helpOption("-h, --help", "print help")
    .allowExcessArguments(false)
    .action(() => {
      requireOptions(spec, command);
      choose(spec, command);
    });
  if (spec.takesServer) command.usage(serverUsage(spec));
  if (spec.operands !== undefined) {
    for (const flags of spec.operands.flags.split(" ")) {
      const { help, choices } = spec.operands;
      command.addArgument(limit(command, new Argument(flags, help), choices));
    }
  }
  for (const option of spec.options) command.addOption(buildOption(command, option));
  const examples = spec.examples.map((line) => `  ${line}\n`).join("");
  command.addHelpText("after", `\nExamples:\n${examples.trimEnd()}`);
  command.configureOutput({
    outputError: (text, write) => {
      const stray = spec.takesServer && text.includes("too many arguments");
      const advice = stray ? "\n(Put the server's command after --)" : "";
      write(`${text.trimEnd()}${advice}\n${usage(command)}`);
    },
  });
}

function buildOption(command: Command, spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.required ? `${spec.help} (required)` : spec.help);
  limit(command, option, spec.choices);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.repeatable) {
    option.argParser((value, previous: string[] | undefined) => [...previous ?? [], value]);
  }
  return option;
}

/** Limits a value to some words. Commander would repeat what was typed instead, be it a secret. */
function limit<T extends Option | Argument>(
  command: Command,
  limited: T,
  choices: readonly string[] | undefined,
): T {
  if (choices === undefined) return limited;
  limited.argChoices = [...choices];
  const name = limited instanceof Option ? limited.flags : limited.name();
  limited.argParser((value: string) => {
    if (choices.includes(value)) return value;
    command.error(`error: ${name} takes one of ${choices.join(", ")}`);
  });
  return limited;
}

/** Commander would complain of a missing option before it sees the mistyped one that was meant. */
function requireOptions(spec: CommandSpec, command: Command): void {
  const given = command.opts();
  const valueOf = (flags: string) => given[new Option(flags).attributeName()];
  const isGiven = (flags: string) => valueOf(flags) !== undefined;
  for (const { flags, required, requires } of spec.options) {
    if (required && !isGiven(flags)) {
      command.error(`error: required option '${flags}' not specified`);
    }
    if (/ <(?:path|file|folder)>$/.test(flags) && valueOf(flags) === "") {
      command.error(`error: option '${flags}' needs a path that is not empty`);
    }
    if (requires !== undefined && isGiven(flags) && !requires.some(isGiven)) {
      command.error(`error: option '${flags}' requires '${requires.join("' or '")}'`);
    }
  }
}

function serverUsage({ options }: CommandSpec): string {
  const command = "-- <server command…>";
  const has = (name: string) => options.some(({ flags }) => flags.startsWith(`${name} `));
  const config = has("--client-config") ? " | --client-config <file>" : "";
  if (has("--endpoint")) {
    return `[options] ([--endpoint <label=url>]… [${command}]${config})`;
  }
  return `[options] ${has("--url") ? `(--url <url>${config} | ${command})` : command}`;
}

/** All commands, for one whose name resembles none of them. */
function commandNames(text: string): string {
  if (!text.includes("unknown command") || text.includes("Did you mean")) return "";
  return `(Commands: ${COMMANDS.map(({ name }) => name).join(", ")})\n`;
}

/** What ends every complaint about the command line. */
function usage(command: Command): string {
  const more = command.parent === null ? "mcpeval --help" : `mcpeval help ${command.name()}`;
  const name = command.parent === null ? "mcpeval" : `mcpeval ${command.name()}`;
  return `\nUsage: ${name} ${command.usage()}\nMore: ${more}\n`;
}

/**
 * Rules that commander does not know; reported through it, so they look like its own.
 * @returns the words for commander
 */
function checkRules(
  program: Command,
  own: readonly string[],
  server: readonly string[] | null,
): string[] {
  const at = own.findIndex((word) => !word.startsWith("-"));
  const before = hideUnknownValues(at < 0 ? own : own.slice(0, at), []);
  if (at < 0 || before.some((word) => ANSWERED.has(word))) return before;
  if (own[at] === "help") return [...before, ...wordsForHelp(program, own.slice(at + 1))];
  const command = program.commands.find((each) => each.name() === own[at]);
  // Alone, so that an option of no command is not complained of, or answered, instead.
  if (command === undefined) return own.slice(at, at + 1);
  const words = own.slice(at + 1);
  const spec = COMMANDS.find(({ name }) => name === command.name());
  const options = command.options.map((option) => facts(option, spec));
  const broken = brokenRule(words, options);
  if (broken !== null) command.error(`error: ${broken}`);
  if (server !== null && spec?.takesServer === false) {
    command.error(`error: '${command.name()}' takes no server command after --`);
  }
  return [...before, command.name(), ...hideUnknownValues(words, options)];
}

/** Options that are answered whatever follows them. */
const ANSWERED: ReadonlySet<string> = new Set(["-h", "--help", "-V", "--version"]);

/** `help <command>` as the option of that command: commander would answer anything else, too. */
function wordsForHelp(program: Command, words: readonly string[]): string[] {
  const [name, ...more] = words.filter((word) => word !== "-h" && word !== "--help");
  if (name === undefined || name === "help") return ["--help"];
  if (more.length > 0) program.error("error: 'help' takes the name of one command");
  const isCommand = program.commands.some((each) => each.name() === name);
  return isCommand ? [name, "--help"] : [name];
}

function facts(option: Option, spec: CommandSpec | undefined): OptionFacts {
  return {
    long: option.long ?? "",
    takesValue: option.required,
    repeatable:
      spec?.options.some(({ flags, repeatable }) =>
        flags === option.flags && repeatable === true
      ) ?? false,
  };
}
