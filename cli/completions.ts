/** Shell completions, made from the table of commands. */

import type { CommandSpec, OptionSpec } from "./command.ts";
import { COMMANDS } from "./commands.ts";

/** Shells that completions exist for. */
export const SHELLS = ["bash", "zsh", "fish"] as const;

/** One of them. */
export type Shell = (typeof SHELLS)[number];

/** The script that a shell loads. */
export function completionScript(shell: Shell): string {
  return { bash, zsh, fish }[shell]();
}

const longName = ({ flags }: OptionSpec): string => flags.split(" ")[0] ?? "";
const takesValue = ({ flags }: OptionSpec): boolean => flags.includes("<");
const names = (): string => COMMANDS.map(({ name }) => name).join(" ");

/** Words that may stand after a command: its options and its operand's choices. */
function words({ options, operands }: CommandSpec): string[] {
  return [...operands?.choices ?? [], ...options.map(longName), "--help"];
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
    return `    ${spec.name})
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
  case "\${COMP_WORDS[1]}" in
${cases}  esac
}
complete -o filenames -F _mcpeval mcpeval
`;
}

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function zsh(): string {
  const commands = COMMANDS.map(({ name, summary }) =>
    `    ${quoted(`${name}:${summary.replaceAll(":", "\\:")}`)}\n`
  ).join("");
  const cases = COMMANDS.map((spec) => {
    const options = spec.options.map((option) => {
      const values = option.choices === undefined ? "_files" : `(${option.choices.join(" ")})`;
      const help = option.help.replaceAll("[", "(").replaceAll("]", ")").replaceAll(":", "\\:");
      const many = option.repeatable ? "*" : "";
      const value = takesValue(option) ? `:value:${values}` : "";
      return ` \\\n        ${quoted(`${many}${longName(option)}[${help}]${value}`)}`;
    }).join("");
    const operand = spec.operands?.choices === undefined
      ? ""
      : ` \\\n        ${quoted(`1:document:(${spec.operands.choices.join(" ")})`)}`;
    return `      ${spec.name}) _arguments${options}${operand} \\\n        '--help[print help]' ;;\n`;
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
    case $command in
${cases}    esac
  fi
}
compdef _mcpeval mcpeval
`;
}

function fish(): string {
  const lines = COMMANDS.flatMap((spec) => [
    `complete -c mcpeval -n __fish_use_subcommand -f -a ${spec.name} -d ${quoted(spec.summary)}`,
    ...spec.options.map((option) => {
      const value = option.choices === undefined
        ? takesValue(option) ? " -r" : ""
        : ` -x -a ${quoted(option.choices.join(" "))}`;
      return `complete -c mcpeval -n '__fish_seen_subcommand_from ${spec.name}' ` +
        `-l ${longName(option).slice(2)}${value} -d ${quoted(option.help)}`;
    }),
    ...(spec.operands?.choices === undefined ? [] : [
      `complete -c mcpeval -n '__fish_seen_subcommand_from ${spec.name}' -f ` +
      `-a ${quoted(spec.operands.choices.join(" "))}`,
    ]),
  ]);
  return `# fish completion for mcpeval: mcpeval completions fish | source\n${lines.join("\n")}\n`;
}
