/** The frame of a page that stands alone: no script, nothing from elsewhere, one style sheet. */

import { createHash } from "node:crypto";
import { lines, type Markup, markup, type Part, type Section, section } from "./html-markup.ts";
import { STYLE } from "./html-style.ts";

/** A page. */
export interface Page {
  /** What a browser's tab shows. */
  title: string;
  /** Small print above the heading. */
  kicker: string;
  heading: Part;
  /** One line below the heading, and the class of its color. */
  verdict: { state: "pass" | "fail" | "error"; text: Part } | null;
  /** What a reader looks for first: name, figure, what it is of. */
  figures: readonly (readonly [name: string, figure: Part, note: Part])[];
  /** In order; the page links to each. */
  sections: readonly Section[];
  /** Paragraphs at the end. */
  footer: Part;
  /** Rules beside the common ones. */
  style?: string;
  /** Version of mcpeval. */
  version: string;
}

/** The whole page. */
export function renderPage(page: Page): string {
  const style = STYLE + (page.style ?? "");
  const links = page.sections.map(({ id, heading }) =>
    markup`<li><a href="#${id}">${heading}</a></li>`
  );
  const whole = markup`
    <!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8">
        <meta http-equiv="Content-Security-Policy" content="${policyFor(style)}">
        <meta name="viewport" content="width=device-width, initial-scale=1">
        <meta name="color-scheme" content="light dark">
        <meta name="referrer" content="no-referrer">
        <meta name="generator" content="mcpeval ${page.version}">
        <title>${page.title}</title>
        ${{ markup: `<style>${style}</style>` }}
      </head>
      <body>
        ${header(page)}
        <nav aria-label="On this page">
          <ul>
            ${lines(links)}
          </ul>
        </nav>
        <main>
          ${lines(page.sections.map(section))}
        </main>
        <footer>
          ${page.footer}
        </footer>
      </body>
    </html>
  `;
  return whole.markup;
}

/** Nothing may be loaded or run; the one style sheet is known by its digest. */
function policyFor(style: string): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${createHash("sha256").update(style).digest("base64")}'`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join("; ");
}

function header({ kicker, heading, verdict, figures }: Page): Markup {
  const summary = figures.map(([name, figure, note]) =>
    markup`<div><dt>${name}</dt><dd><strong>${figure}</strong> ${note}</dd></div>`
  );
  return markup`
    <header>
      <p class="kicker">${kicker}</p>
      <h1>${heading}</h1>
      ${verdict && markup`<p class="verdict ${verdict.state}">${verdict.text}</p>`}
      ${summary.length === 0 ? null : markup`<dl class="summary">${lines(summary)}</dl>`}
    </header>
  `;
}
