/** A report as a hostile document may hold it: names that try to be markup, or to hide. */

import type { ReportDocument } from "../../core/report/recorded.ts";
import { READINESS, reportOf } from "./samples.ts";

/** Texts that mean something to one of the formats. */
export const TRICKS: readonly string[] = [
  "<script>alert(1)</script>",
  `"><img src=x onerror=alert(1)>`,
  "' onmouseover='alert(1)",
  "</style></title><h1>x</h1>",
  "<!-- -->]]>&amp;&lt;&#60;",
  "![x](https://example.com/x.png)",
  "[x](https://example.com) \\[y](z)",
  "a | b | c",
  "` ``code`` `",
  "* **bold** _it_ ~~x~~",
  "\n# heading\n\n- item\n::error::x",
  "\r\n\tdemo gate 1/1 passed",
  "::stop-commands::x",
  " \t::add-mask::demo",
  "##[error]x ##vso[task.complete]x ###[group]x",
  "__init__ _x_ a._b_.c :tada: www.example.com",
  "www.example.com",
  "\\u{1b}[31m \\\\u{60}",
  "@someone #1 https://example.com www.example.com",
  "\u001b[31mred\u0007\u0000",
  "\u202eright-to-left\u2066\u200b\ufeff\u2028",
  "\u0085\u009b\u007f\ufffe\uffff",
  "x\u{e0001}y\u00ad",
  "",
  " ",
];

/** What no line of a text may be: a command of a CI runner. */
export const COMMAND = /^\s*::|##\w*\[/m;

/** All of them in every place that takes foreign text. */
export const HOSTILE: ReportDocument = {
  ...reportOf([]),
  server: TRICKS.join(""),
  manifest_sha256: TRICKS.join(""),
  gate: { passed: TRICKS.length, total: 2 * TRICKS.length },
  cases: TRICKS.flatMap((trick) => [
    {
      id: trick,
      probe: "contention" as const,
      tool: trick,
      passed: true,
      attempts: 18446744073709551615n,
      first_failure: null,
      reason: null,
      hint: null,
      detail: null,
      measurements: { latency_ms: 3, total_tokens: 5 },
    },
    {
      id: trick,
      probe: "token-cost" as const,
      tool: trick,
      passed: false,
      attempts: 1,
      first_failure: 1,
      reason: "token-budget-exceeded" as const,
      hint: "use fewer tokens",
      detail: null,
      measurements: { total_tokens: 9, per_tool: [{ tool: trick, tokens: 9 }] },
    },
  ]),
  readiness: {
    ...READINESS,
    standard: TRICKS.join(""),
    areas: [{
      name: "context",
      weight: 15,
      score: 3,
      measurements: {},
      checks: TRICKS.map((tool) => ({
        id: "context.heaviest-tool" as const,
        tool,
        score: 4,
        observed: null,
        reason: "context-tool-heavy" as const,
        hint: "use fewer tokens",
      })),
    }],
  },
};
