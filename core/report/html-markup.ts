/** HTML that cannot be forgotten to be escaped, and the parts that several sections of the page use. */

import type { Count } from "./recorded.ts";
import { visible } from "./visible.ts";
import { escapeXml } from "./xml.ts";

/** Finished HTML. */
export interface Markup {
  readonly markup: string;
}

/** What may stand in a template: texts are escaped, lists are joined, null is nothing. */
export type Part = string | Count | Markup | readonly Part[] | null;

/**
 * Template tag: HTML around parts, without the indentation of the source. Attribute values have to
 * stand in quotes.
 */
export function markup(template: TemplateStringsArray, ...parts: Part[]): Markup {
  const texts = flush(template);
  let whole = texts[0] ?? "";
  parts.forEach((part, index) => whole += render(part) + (texts[index + 1] ?? ""));
  return { markup: whole };
}

/** One entry per template in the source. */
const flushed = new WeakMap<TemplateStringsArray, string[]>();

/** The texts of a template without white space around it and at the start of its lines. */
function flush(template: TemplateStringsArray): string[] {
  let texts = flushed.get(template);
  if (texts === undefined) {
    texts = template.map((text) => text.replace(/\n\s*/g, "\n"));
    texts[0] = texts[0]?.trimStart() ?? "";
    texts.push(texts.pop()?.trimEnd() ?? "");
    flushed.set(template, texts);
  }
  return texts;
}

/** A list with each item on a line of its own. */
export function lines(items: readonly Part[]): Markup {
  return { markup: items.map(render).join("\n") };
}

/** A text whose line breaks count. */
export function preformatted(text: string): Markup {
  return lines(text.split("\n"));
}

function render(part: Part): string {
  if (part === null) return "";
  if (typeof part === "string") return escapeXml(visible(part));
  if (typeof part === "number" || typeof part === "bigint") return figure(part);
  return "markup" in part ? part.markup : part.map(render).join("");
}

/** A count that stays whole in a narrow cell, unless it is none that a run could have measured. */
function figure(count: Count): string {
  const text = grouped(count);
  return count > Number.MAX_SAFE_INTEGER ? text.replaceAll(",", ",<wbr>") : text;
}

/** A count with its thousands set apart. */
function grouped(count: Count): string {
  return String(count).replace(/\B(?=(?:\d{3})+$)/g, ",");
}

/** A text of ours whose whole numbers have their thousands set apart, as all numbers of a page. */
export function groupedText(text: string): string {
  return text.replace(/(?<![\d.,])\d{4,}/g, (digits) => grouped(BigInt(digits)));
}

/** How many of how many; a narrow cell breaks it after the stroke. */
export function share(part: Count, whole: Count): Part[] {
  return [part, "/", WORD_BREAK, whole];
}

/** A count with its noun: `1 tool`, `12 tools`. */
export function counted(count: Count, noun: string): Part[] {
  return [count, ` ${noun}${Number(count) === 1 ? "" : "s"}`];
}

/** Parts with commas between them. */
export function listed(parts: readonly Part[]): Part[] {
  return parts.flatMap((part, index) => index === 0 ? [part] : [", ", part]);
}

/**
 * A label, id or name; a blank one is quoted, so that there is something to see. It is rather broken
 * between its words than within one.
 */
export function code(text: string): Markup {
  const words = named(text).split(/(?<=[a-z0-9][_.:])(?=[a-z0-9])/i);
  return markup`<code>${
    words.map((word, index) => index === 0 ? word : [WORD_BREAK, word])
  }</code>`;
}

/** A text for a heading or a link; a blank one is quoted. */
export function named(text: string): string {
  return text.trim() === "" ? `"${text}"` : text;
}

/** Where a line may be broken. */
const WORD_BREAK: Markup = { markup: "<wbr>" };

/** A fixed text of ours as a sentence of its own. */
export function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1).replace(/\.$/, "")}.`;
}

/** Prose of ours: backticks mark code, and an option is code that is not broken at its hyphens. */
export function prose(text: string): Part[] {
  return text.split(/(`[^`]*`|--[a-z-]*[a-z])/).map((piece, index) => {
    if (index % 2 === 0) return piece;
    const name = piece.replaceAll("`", "");
    return name.startsWith("--") ? markup`<code class="option">${name}</code>` : code(name);
  });
}

/** How good a score is, on the scale of the badge. */
export type Level = "good" | "fair" | "poor";

/** See {@link Level}. */
export function levelOf(score: Count): Level {
  return score > 100 ? "poor" : score >= 80 ? "good" : score >= 50 ? "fair" : "poor";
}

/** A bar as long as `value` of `most`. It repeats a number beside it, so it is hidden from speech. */
export function bar(value: Count, most: Count, level: Level | "neutral"): Markup {
  const share = most > 0 ? Math.min(100, 100 * Number(value) / Number(most)) : 0;
  const width = String(Math.round(share * 10) / 10);
  return markup`
    <svg class="bar" viewBox="0 0 100 8" preserveAspectRatio="none" aria-hidden="true">
      <rect class="track" width="100" height="8" />
      <rect class="${level}" width="${width}" height="8" />
    </svg>
  `;
}

/** A column of a table. */
export interface Column {
  /** May be empty for a column of bars. */
  heading: string;
  kind: "text" | "number" | "bar";
}

/** A table; the first cell of each row is its heading. */
export interface Table {
  /** Says what the table holds; for speech only. */
  caption: string;
  columns: readonly Column[];
  rows: readonly (readonly Part[])[];
}

/** See {@link Table}. */
export function table({ caption, columns, rows }: Table): Markup {
  const headings = columns.map(({ heading, kind }) =>
    kind === "bar" ? markup`<td></td>` : markup`<th scope="col" class="${kind}">${heading}</th>`
  );
  return markup`
    <table>
      <caption>${caption}</caption>
      <thead>
        <tr>${headings}</tr>
      </thead>
      <tbody>
        ${lines(rows.map((cells) => row(cells, columns)))}
      </tbody>
    </table>
  `;
}

function row([heading = null, ...cells]: readonly Part[], columns: readonly Column[]): Markup {
  const rest = cells.map((cell, index) =>
    markup`<td class="${columns[index + 1]?.kind ?? "text"}">${cell}</td>`
  );
  return markup`<tr><th scope="row">${heading}</th>${rest}</tr>`;
}

/** A section of the page with its heading. */
export interface Section {
  id: string;
  heading: string;
  content: Part;
}

/** See {@link Section}. */
export function section({ id, heading, content }: Section): Markup {
  return markup`
    <section id="${id}" aria-labelledby="${id}-heading">
      <h2 id="${id}-heading">${heading}</h2>
      ${content}
    </section>
  `;
}

/** Something to repair: its label, what to do, and where it was seen. */
export interface Finding {
  reason: string;
  hint: string;
  /** In the order of the report. */
  places: readonly Part[];
}

/** Items by key, keys and items in the order in which they first come. */
export function groupBy<Item>(
  items: readonly Item[],
  keyOf: (item: Item) => string,
): (readonly [Item, ...Item[]])[] {
  const groups = new Map<string, [Item, ...Item[]]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [item]);
    else group.push(item);
  }
  return [...groups.values()];
}

/** A finding under a heading of the third level. */
export function article({ reason, hint, places }: Finding): Markup {
  return markup`
    <article>
      <h3>${code(reason)}</h3>
      <p>${prose(sentence(hint))}</p>
      <ul class="places">
        ${lines(places.map((place) => markup`<li>${place}</li>`))}
      </ul>
    </article>
  `;
}
