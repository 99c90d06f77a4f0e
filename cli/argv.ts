/**
 * The rules of cli.md §1 that a general option parser does not have: no option twice, no value that
 * starts with a dash, the server command verbatim after `--`.
 */

/** The words of a command line, split at the first `--`. */
export interface SplitArguments {
  own: string[];
  /** The words after `--`, null when there is no `--`. */
  server: string[] | null;
}

/** Splits off the server command. */
export function splitArguments(words: readonly string[]): SplitArguments {
  const at = words.indexOf("--");
  if (at < 0) return { own: [...words], server: null };
  return { own: words.slice(0, at), server: words.slice(at + 1) };
}

/**
 * Joins the words that name one command, as in `shim install`. A second word that only begins like
 * one counts, too, so that a mistyped name is complained of as a whole.
 * @param names of all commands
 */
export function joinCommandName(words: readonly string[], names: readonly string[]): string[] {
  const at = words.findIndex((word) => !word.startsWith("-") && word !== "help");
  const [first, second] = words.slice(Math.max(at, 0), at + 2);
  if (first === undefined || second === undefined) return [...words];
  const beginning = `${first} ${second.slice(0, 3)}`;
  if (!names.some((name) => name.startsWith(beginning))) return [...words];
  return words.toSpliced(at, 2, `${first} ${second}`);
}

/** What the rules need to know of an option. */
export interface OptionFacts {
  long: string;
  takesValue: boolean;
  repeatable: boolean;
}

/** The first broken rule as the text of a parse error, or null. */
export function brokenRule(
  words: readonly string[],
  options: readonly OptionFacts[],
): string | null {
  const seen = new Set<string>();
  for (let index = 0; index < words.length; index++) {
    const word = words[index] ?? "";
    const [name = "", inline] = word.split("=", 2);
    const option = options.find(({ long }) => long === name);
    if (option === undefined) continue;
    if (seen.has(name) && !option.repeatable) return `option '${name}' may be given only once`;
    seen.add(name);
    if (!option.takesValue) {
      if (inline !== undefined) return `option '${name}' takes no value`;
      continue;
    }
    if (inline !== undefined) continue;
    const value = words[++index];
    // A dash alone is one: it stands for a standard stream.
    if (value === undefined || /^-./s.test(value)) {
      return `option '${name}' needs a value (for one that starts with a dash: ${name}=<value>)`;
    }
  }
  return null;
}

/** The words without the value of an option that does not exist: no message may repeat it. */
export function hideUnknownValues(
  words: readonly string[],
  options: readonly OptionFacts[],
): string[] {
  return words.map((word) => {
    const [name = "", inline] = word.split("=", 2);
    const known = options.some(({ long }) => long === name);
    return known || inline === undefined || !word.startsWith("-") ? word : name;
  });
}
