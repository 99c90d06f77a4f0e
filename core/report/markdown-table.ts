/** Tables of GitHub-flavored Markdown. */

/** A table whose cells are finished Markdown; one line feed after each row. */
export function markdownTable(header: readonly string[], rows: readonly string[][]): string {
  const rule = header.map(() => "---");
  return [header, rule, ...rows].map((cells) => `| ${cells.join(" | ")} |\n`).join("");
}
