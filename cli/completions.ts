/** Shell completions, made from the table of commands. */

import type { CommandSpec, OptionSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";

/** Shells that completions exist for. */
const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = (typeof SHELLS)[number];

/** The script that a shell loads. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const longName = ({ flags }: OptionSpec): string => flags.split(" ")[0] ?? "";
const takesValue = ({ flags }: OptionSpec): boolean => flags.includes("<");
const firstWord = ({ name }: CommandSpec): string => name.split(" ")[0] ?? "";
const names = (): string => [...new Set(COMMANDS.map(firstWord))].join(" ");
/** Commands whose names have two words. */
const subcommands = (): CommandSpec[] => COMMANDS.filter((spec) => firstWord(spec) !== spec.name);

/** The second words of the commands whose first is this one's name. */
function secondWords({ name }: CommandSpec): string[] {
  return subcommands().filter((each) => firstWord(each) === name)
    .map((each) => each.name.slice(name.length + 1));
}

/** Words that may stand after a command: its options, its operand's choices, further commands. */
function words(spec: CommandSpec): string[] {
  const { options, operands } = spec;
  return [...secondWords(spec), ...operands?.choices ?? [], ...options.map(longName), "--help"];
}

function choices(spec: CommandSpec): [option: string, values: string[]][] {
  return spec.options.flatMap((option) =>
    option.choices === undefined ? [] : [[longName(option), [...option.choices]]]
  );
}

/** Where a shell should offer files: after an option with a free value, and after `--`. */
function bash(): string {
  const cases = COMMANDS.map((spec) => {
    const values = choices(spec).map(([option, list]) =>
      `        ${option}) COMPREPLY=($(compgen -W "${list.join(" ")}" -- "$cur")); return ;;\n`
    ).join("");
    const free = spec.options.filter((each) => takesValue(each) && each.choices === undefined);
    const files = free.length === 0
      ? ""
      : `        ${free.map(longName).join("|")}) COMPREPLY=($(compgen -f -- "$cur")); return ;;\n`;
    return `    "${spec.name}")
      case "$prev" in
${values}${files}      esac
      COMPREPLY=($(compgen -W "${words(spec).join(" ")}" -- "$cur")) ;;
`;
  }).join("");
  return `# bash completion for mcpeval: source <(mcpeval completions bash)
_mcpeval() {
  local cur=\${COMP_WORDS[COMP_CWORD]} prev=\${COMP_WORDS[COMP_CWORD-1]} word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    [ "$word" = -- ] && { COMPREPLY=($(compgen -f -- "$cur")); return; }
  done
  if [ "$COMP_CWORD" -eq 1 ] || [ "$prev" = help ]; then
    COMPREPLY=($(compgen -W "${names()} help --help --version" -- "$cur"))
    return
  fi
  local command=\${COMP_WORDS[1]}
  case "$command \${COMP_WORDS[2]}" in
    ${subcommands().map(({ name }) => `"${name}"`).join("|")})
      [ "$COMP_CWORD" -gt 2 ] && command+=" \${COMP_WORDS[2]}" ;;
  esac
  case "$command" in
${cases}  esac
}
complete -o filenames -F _mcpeval mcpeval
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(): string {
  const commands = COMMANDS.filter((spec) => firstWord(spec) === spec.name).map((
    { name, summary },
  ) => `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}\n`).join("");
  const cases = COMMANDS.map((spec) => {
    const options = spec.options.map((option) => {
      const values = option.choices === undefined ? "_files" : `(${option.choices.join(" ")})`;
      const help = option.help.replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", "\\:");
      const many = option.repeatable ? "*" : "";
      const value = takesValue(option) ? `:value:${values}` : "";
      return ` \\\n        ${quoted(`${many}${longName(option)}[${help}]${value}`)}`;
    }).join("");
    const operands = [...spec.operands?.choices ?? [], ...secondWords(spec)];
    const operand = operands.length === 0
      ? ""
      : ` \\\n        ${quoted(`1:word:(${operands.join(" ")})`)}`;
    return `      "${spec.name}") _arguments${options}${operand} \\\n        '--help[print help]' ;;\n`;
  }).join("");
  return `#compdef mcpeval
# zsh completion for mcpeval: source <(mcpeval completions zsh)
_mcpeval() {
  local -a commands
  commands=(
${commands}  )
  if (( CURRENT == 2 )); then
    _describe command commands
  elif (( \${words[(i)--]} < CURRENT )); then
    _files
  else
    local command=$words[2]
    shift words
    (( CURRENT-- ))
    case "$command $words[2]" in
      ${subcommands().map(({ name }) => `"${name}"`).join("|")})
        if (( CURRENT > 2 )); then
          command="$command $words[2]"
          shift words
          (( CURRENT-- ))
        fi ;;
    esac
    case $command in
${cases}    esac
  fi
}
compdef _mcpeval mcpeval
`;
}

function fish(): string {
  const isGiven = (word: string) => `__fish_seen_subcommand_from ${word}`;
  const areGiven = ({ name }: CommandSpec) => name.split(" ").map(isGiven).join("; and ");
  const second = ({ name }: CommandSpec) => name.split(" ")[1] ?? "";
  const lines = COMMANDS.flatMap((spec) => [
    firstWord(spec) === spec.name
      ? `complete -c mcpeval -n __fish_use_subcommand -f -a ${spec.name} -d ${quoted(spec.summary)}`
      : `complete -c mcpeval -n ${
        quoted(`${isGiven(firstWord(spec))}; and not ${isGiven(second(spec))}`)
      } ` +
        `-f -a ${second(spec)} -d ${quoted(spec.summary)}`,
    ...spec.options.map((option) => {
      const value = option.choices === undefined
        ? takesValue(option) ? " -r" : ""
        : ` -x -a ${quoted(option.choices.join(" "))}`;
      return `complete -c mcpeval -n ${quoted(areGiven(spec))} ` +
        `-l ${longName(option).slice(2)}${value} -d ${quoted(option.help)}`;
    }),
    ...(spec.operands?.choices === undefined ? [] : [
      `complete -c mcpeval -n ${quoted(areGiven(spec))} -f ` +
      `-a ${quoted(spec.operands.choices.join(" "))}`,
    ]),
  ]);
  return `# fish completion for mcpeval: mcpeval completions fish | source\n${lines.join("\n")}\n`;
}
