/** The style sheet of the HTML page. */

/** Text colors keep a contrast of at least 4.5 to 1 on both backgrounds of their theme. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --page: #fcfcfa;
  --raised: #f3f2ee;
  --text: #1d1c1a;
  --muted: #5d5a54;
  --line: #dedbd4;
  --link: #1f5fa8;
  --good: #1b6e42;
  --fair: #835400;
  --poor: #ab2a21;
  --neutral: #55657a;
  --sans: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", "Noto Sans", Arial,
    sans-serif;
  --mono: ui-monospace, "SF Mono", Menlo, Consolas, "Liberation Mono", "DejaVu Sans Mono",
    monospace;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #171716;
    --raised: #21211f;
    --text: #ebe9e4;
    --muted: #a9a69f;
    --line: #3a3935;
    --link: #8db9ee;
    --good: #6cc795;
    --fair: #dfb15a;
    --poor: #f1938a;
    --neutral: #93a4ba;
  }
}
* { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0 auto;
  max-width: 60rem;
  padding: 2.5rem 1.5rem 3rem;
  background: var(--page);
  color: var(--text);
  font: 1rem/1.55 var(--sans);
  font-variant-numeric: tabular-nums;
  overflow-wrap: break-word;
}
h1, h2, h3, p, ul, dl, table, pre { margin: 0; }
h1 { font-size: clamp(1.6rem, 1.2rem + 2.2vw, 2.4rem); line-height: 1.2; overflow-wrap: anywhere; }
h1 code { font-size: 1em; }
h2 { margin-bottom: 1rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin-bottom: 0.25rem; font-size: 1rem; font-weight: 600; }
p { max-width: 68ch; }
p + p, table + p, p + table, p + dl { margin-top: 0.75rem; }
code, pre { font-family: var(--mono); font-size: 0.9em; }
code { unicode-bidi: isolate; overflow-wrap: anywhere; }
code.option { white-space: nowrap; }
small { display: block; color: var(--muted); font-size: 0.85em; line-height: 1.4; }
a { color: var(--link); text-underline-offset: 0.2em; }
:focus-visible { outline: 2px solid var(--link); outline-offset: 3px; }

.kicker { color: var(--muted); font-size: 0.9rem; }
.verdict { margin-top: 0.5rem; font-size: 1.15rem; font-weight: 600; }
.pass { color: var(--good); }
.fail { color: var(--poor); font-weight: 600; }
.error { color: var(--fair); font-weight: 600; }

.summary { display: flex; flex-wrap: wrap; gap: 1rem 2.75rem; margin-top: 1.5rem; }
.summary div { min-width: 0; overflow-wrap: anywhere; }
.summary dt, .facts dt { color: var(--muted); font-size: 0.9rem; }
.summary dd { margin: 0; color: var(--muted); font-size: 0.9rem; }
.summary strong {
  display: block;
  color: var(--text);
  font-size: 1.6rem;
  font-weight: 600;
  line-height: 1.25;
}

nav { margin: 2rem 0 0; border-block: 1px solid var(--line); padding: 0.6rem 0; font-size: 0.95rem; }
nav ul { display: flex; flex-wrap: wrap; gap: 0.25rem 1.25rem; padding: 0; list-style: none; }
nav li { min-width: 0; }
nav a { display: inline-block; max-width: 100%; padding: 0.2rem 0; overflow-wrap: anywhere; }
section { margin-top: 2.75rem; }

table { width: 100%; border-collapse: collapse; }
caption { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
th, td {
  padding: 0.5rem 1rem 0.5rem 0;
  border-bottom: 1px solid var(--line);
  text-align: left;
  vertical-align: top;
}
th:last-child, td:last-child { padding-right: 0; }
thead th { color: var(--muted); font-size: 0.85rem; font-weight: 600; }
tbody th { font-weight: 400; }
tbody th { overflow-wrap: anywhere; }
tbody th small { overflow-wrap: normal; }
.number { padding-right: 2rem; overflow-wrap: normal; text-align: right; }
.whole { white-space: nowrap; }
td.bar { width: 45%; }

/* Beside the first line of the text in its row. */
svg.bar { display: block; width: 100%; height: 0.5rem; margin-top: 0.525rem; border-radius: 0.25rem; }
svg.bar .track { fill: var(--line); }
svg.bar .good { fill: var(--good); }
svg.bar .fair { fill: var(--fair); }
svg.bar .poor { fill: var(--poor); }
svg.bar .neutral { fill: var(--neutral); }

article { border-left: 3px solid var(--line); padding: 0.1rem 0 0.1rem 1rem; }
article + article { margin-top: 1.5rem; }
.places { margin-top: 0.5rem; padding-left: 1.1rem; color: var(--muted); font-size: 0.95rem; }
.places code { color: var(--text); }

.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(13rem, 1fr)); gap: 1rem 2rem; }
.facts dd { margin: 0; overflow-wrap: anywhere; }

summary { width: fit-content; cursor: pointer; color: var(--link); }
pre {
  margin-top: 0.75rem;
  padding: 1rem;
  overflow-x: auto;
  border-radius: 0.4rem;
  background: var(--raised);
  font-size: 0.8rem;
  line-height: 1.5;
}
footer {
  margin-top: 3rem;
  border-top: 1px solid var(--line);
  padding-top: 1rem;
  color: var(--muted);
  font-size: 0.9rem;
}

@media (max-width: 40rem) {
  body { padding: 1.5rem 1rem 2rem; }
  th, td { padding-right: 0.75rem; }
  table { font-size: 0.9rem; }
  tbody th:has(code) { min-width: 6.5rem; }
  .number { padding-right: 0.75rem; }
  td.bar { width: 30%; }
}

@media (max-width: 24rem) {
  table { font-size: 0.85rem; }
  th, td, .number { padding-right: 0.5rem; }
  tbody th, tbody td { overflow-wrap: anywhere; }
  tbody th:has(code) { min-width: 0; }
  tbody th small { overflow-wrap: anywhere; }
  tbody td.number { overflow-wrap: normal; }
}

@media print {
  :root {
    color-scheme: light;
    --page: #fff;
    --raised: #fff;
    --text: #000;
    --muted: #444;
    --line: #bbb;
    --link: #000;
    --good: #1b6e42;
    --fair: #835400;
    --poor: #ab2a21;
    --neutral: #55657a;
  }
  @page { margin: 15mm; }
  html { font-size: 9.5pt; }
  body { max-width: none; padding: 0; }
  nav, #text { display: none; }
  h2, h3 { break-after: avoid; }
  article, tr, .summary, #readiness table { break-inside: avoid; }
  thead { display: table-header-group; }
  svg.bar { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
}
`;
