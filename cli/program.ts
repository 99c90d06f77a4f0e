/** The command line: from words to one checked invocation, or to help and parse errors. */

import { Argument, Command, CommanderError, Option } from "commander";
import { brokenRule, type OptionFacts, splitArguments } from "./argv.ts";
import type { CommandSpec, Invocation, OptionSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";
import { print, printError } from "./terminal.ts";
import { VERSION } from "../core/version.ts";

/** Run a command, or print its capability plan, or let its isolates try to break out of it. */
export type Mode = "run" | "print" | "prove";

/** What the command line asks for. `done`: everything is printed, only the exit code is left. */
export type Parsed =
  | { kind: "done"; exit: number }
  | { kind: "command"; spec: CommandSpec; invocation: Invocation; mode: Mode };

/** Parses the words of a command line; prints help, the version and parse errors itself. */
export function parseCommandLine(words: readonly string[]): Parsed {
  const { own, server } = splitArguments(words);
  let parsed: Parsed = { kind: "done", exit: 2 };
  const program = buildProgram((spec, command) => {
    parsed = {
      kind: "command",
      spec,
      mode: modeOf(program),
      invocation: { options: command.opts(), operands: command.processedArgs.flat(), server },
    };
  });
  if (own.length === 0) {
    printError(program.helpInformation());
    return { kind: "done", exit: 2 };
  }
  try {
    checkRules(program, own, server);
    program.parse(own, { from: "user" });
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
      outputError: (text, write) => write(text),
    });
  for (const spec of COMMANDS) addCommand(program, spec, choose);
  return program;
}

function addCommand(program: Command, spec: CommandSpec, choose: Choose): void {
  const command = program.command(spec.name)
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
      const operand = new Argument(flags, spec.operands.help);
      if (spec.operands.choices !== undefined) operand.choices([...spec.operands.choices]);
      command.addArgument(operand);
    }
  }
  for (const option of spec.options) command.addOption(buildOption(option));
  const examples = spec.examples.map((line) => `  ${line}\n`).join("");
  command.addHelpText("after", `\nExamples:\n${examples.trimEnd()}`);
  command.configureOutput({
    outputError: (text, write) => {
      const stray = spec.takesServer && text.includes("too many arguments");
      const advice = stray ? "\n(Put the server's command after --)" : "";
      const more = `Usage: ${usage(command)}\nMore: mcpeval help ${spec.name}\n`;
      write(`${text.trimEnd()}${advice}\n\n${more}`);
    },
  });
}

function buildOption(spec: OptionSpec): Option {
  const option = new Option(spec.flags, spec.required ? `${spec.help} (required)` : spec.help);
  if (spec.choices !== undefined) option.choices([...spec.choices]);
  if (spec.default !== undefined) option.default(spec.default);
  if (spec.repeatable) {
    option.argParser((value, previous: string[] | undefined) => [...previous ?? [], value]);
  }
  return option;
}

/** Commander would complain of a missing option before it sees the mistyped one that was meant. */
function requireOptions(spec: CommandSpec, command: Command): void {
  const given = command.opts();
  const isGiven = (flags: string) => given[new Option(flags).attributeName()] !== undefined;
  for (const { flags, required, requires } of spec.options) {
    if (required && !isGiven(flags)) {
      command.error(`error: required option '${flags}' not specified`);
    }
    if (requires !== undefined && isGiven(flags) && !isGiven(requires)) {
      command.error(`error: option '${flags}' requires '${requires}'`);
    }
  }
}

function serverUsage({ options }: CommandSpec): string {
  const command = "-- <server command…>";
  const takesUrl = options.some(({ flags }) => flags.startsWith("--url "));
  return `[options] ${takesUrl ? `(--url <url> | ${command})` : command}`;
}

function usage(command: Command): string {
  return `mcpeval ${command.name()} ${command.usage()}`;
}

/** Rules that commander does not know; reported through it, so they look like its own. */
function checkRules(program: Command, own: readonly string[], server: string[] | null): void {
  const at = own.findIndex((word) => !word.startsWith("-"));
  const command = program.commands.find((each) => each.name() === own[at]);
  if (command === undefined) return;
  const broken = brokenRule(own.slice(at + 1), command.options.map(facts));
  if (broken !== null) command.error(`error: ${broken}`);
  const spec = COMMANDS.find(({ name }) => name === command.name());
  if (server !== null && spec?.takesServer === false) {
    command.error(`error: '${command.name()}' takes no server command after --`);
  }
}

function facts(option: Option): OptionFacts {
  return {
    long: option.long ?? "",
    takesValue: option.required,
    repeatable: option.parseArg !== undefined && option.argChoices === undefined,
  };
}
