/**
 * Another implementation of the same documents, for comparison: MCPEVAL_REFERENCE names its
 * `mcpeval` program. Its free wording is replaced by marks, and so is ours, before texts compare.
 */

import { CHECK_HINTS } from "../../core/readiness/standard.ts";
import { REASON_TABLE } from "../../core/reasons.ts";
import { CHECK_REASONS } from "../../core/report/readiness.ts";

/** The program; undefined when there is none to compare with. */
export const REFERENCE = Deno.env.get("MCPEVAL_REFERENCE");

/** What the program printed. */
export interface Printed {
  code: number;
  text: string;
}

/** Runs the program with a document on its standard input. */
export async function runReference(
  document: string | Uint8Array,
  args: string[],
): Promise<Printed> {
  const command = new Deno.Command(REFERENCE ?? "", {
    args,
    stdin: "piped",
    stdout: "piped",
    stderr: "null",
  });
  await using child = command.spawn();
  const writer = child.stdin.getWriter();
  const bytes = typeof document === "string" ? new TextEncoder().encode(document) : document;
  const written = writer.write(bytes).then(() => writer.close()).catch(() => {});
  const text = await new Response(child.stdout).text();
  await written;
  return { code: (await child.status).code, text };
}

/** Reason to hint, of this program. */
const OURS = new Map<string, string>([
  ...REASON_TABLE.map(({ label, hint }) => [label, hint] as const),
  ...Object.entries(CHECK_HINTS),
]);

/** Reason to hint, as the other program explains its reasons and renders lost checks. */
async function referenceHints(): Promise<Map<string, string>> {
  const hints = new Map<string, string>();
  for (const { label } of REASON_TABLE) {
    hints.set(label, (await runReference("", ["explain", label])).text.trimEnd());
  }
  const checks = CHECK_REASONS.map((reason) => ({ id: "protocol.ping", reason, score: 0 }));
  const document = {
    schema: "mcpeval.probe-report/v2",
    cases: [],
    readiness: {
      standard: "s",
      score: 0,
      surface: { tools: 0, read_only: 0, writers: 0, exercised: 0 },
      areas: [{ name: "protocol", score: 0, checks }],
    },
  };
  const args = ["report", "-", "--format", "sarif"];
  const { runs: [{ tool: { driver: { rules } } }] } = JSON.parse(
    (await runReference(JSON.stringify(document), args)).text,
  );
  for (const { name, help } of rules) hints.set(name, help.text);
  return hints;
}

/** Replaces free wording by marks. */
export type Normalize = (text: string) => string;

/** Both ways to normalize: what the other program printed, and what we did. */
export async function normalizers(): Promise<{ theirs: Normalize; ours: Normalize }> {
  return { theirs: normalizer(await referenceHints()), ours: normalizer(OURS) };
}

const PATTERNS: [RegExp, string][] = [
  [/(assessment: ).*$/gmi, "$1…"],
  [/(Workflow call \d+: «[^»]*»\.)[^\n"<]*/g, "$1…"],
  [/\(legacy v1 score[^)]*\)/g, "(legacy v1 score…)"],
  [/^\*Deterministic battery.*$/gm, "*Deterministic battery…*"],
  [/("shortDescription": \{\s*"text": )"[^"]*"/g, '$1"…"'],
  [/(cost: |cost:\*\* ).*?(\d+ tokens).*? — /gi, "$1$2 — "],
  [/"version": "\d+\.\d+\.\d+"/g, '"version": "…"'],
];

function normalizer(hints: ReadonlyMap<string, string>): Normalize {
  const marks: [string, string][] = [...hints].flatMap(([reason, hint]) => {
    const xml = hint.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;")
      .replaceAll('"', "&quot;").replaceAll("'", "&apos;");
    const json = JSON.stringify(hint).slice(1, -1);
    return [hint, xml, json].map((text): [string, string] => [text, `«${reason}»`]);
  });
  // One hint may be part of another, and two reasons may share one.
  marks.sort(([a], [b]) => b.length - a.length);
  return (text) => {
    for (const [hint] of marks) text = text.replaceAll(hint, "«hint»");
    for (const [pattern, mark] of PATTERNS) text = text.replace(pattern, mark);
    return text;
  };
}
