/** The few expressions that action.yml uses, evaluated as the runner does. */

/** Values by dotted name, such as `steps.run.outputs.report`; a missing one is the empty string. */
export type Contexts = Readonly<Record<string, string>>;

/** How the steps so far ended, for the status functions of a condition. */
export interface Status {
  failed: boolean;
  cancelled: boolean;
}

/** Replaces every `${{ name }}` of a text by its value. */
export function expand(text: string, contexts: Contexts): string {
  return text.replace(/\$\{\{\s*([\w.-]+)\s*\}\}/g, (_, name: string) => contexts[name] ?? "");
}

/**
 * Whether a step runs: a conjunction of `!cancelled()` and of comparisons with a literal, with or
 * without `${{ }}` around it; without any condition a step runs after success only.
 * @throws {Error} for any other expression
 */
export function holds(condition: string | undefined, contexts: Contexts, status: Status): boolean {
  if (condition === undefined) return !status.failed && !status.cancelled;
  const inner = condition.replace(/^\$\{\{(.*)\}\}$/s, "$1");
  const [first, ...terms] = inner.split("&&").map((term) => term.trim());
  // Without a status function the runner would add success().
  if (first !== "!cancelled()") throw new Error("a condition must begin with !cancelled()");
  if (status.cancelled) return false;
  return terms.every((term) => {
    const [, name, operator, literal] = /^([\w.-]+) (==|!=) '([^']*)'$/.exec(term) ?? [];
    if (name === undefined) throw new Error(`unknown expression: ${term}`);
    return ((contexts[name] ?? "") === literal) === (operator === "==");
  });
}
