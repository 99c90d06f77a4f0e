/** Where a run stands among the servers of a corpus (readiness.md §13). */

import type { ProbeReport } from "../core/report/document.ts";
import type { Placement } from "../core/report/corpus-lines.ts";
import { utf8Text } from "../core/utf8.ts";
import { readDocument } from "../store/reading.ts";
import { isFile } from "./files.ts";
import type { ReportFormat } from "./formats.ts";

/** Whether a form has a place for the corpus; `html` is ours and shows what a person reads. */
export function showsCorpus(format: ReportFormat): boolean {
  return format === "text" || format === "markdown" || format === "html";
}

/**
 * The text of the user's own corpus, to be asked before permissions are dropped; null when there is
 * none. One that cannot be read is an empty text, which is no corpus: the shipped one does not stand
 * in for it.
 */
export function readOwnCorpus(path: string): string | null {
  if (!isFile(path)) return null;
  try {
    return utf8Text(readDocument(path)) ?? "";
  } catch {
    return "";
  }
}

/**
 * Places a report.
 * @param own see {@link readOwnCorpus}
 * @returns null without a usable corpus
 */
export async function placeReport(
  report: ProbeReport,
  own: string | null,
): Promise<Placement | null> {
  const { readCorpus } = await import("../core/readiness/corpus.ts");
  const { placeCatalog, placeScore } = await import("../core/readiness/placement.ts");
  const { catalogTokens, catalogTools } = await import("../core/report/cost.ts");
  const corpus = readCorpus(own ?? await shippedCorpus());
  if (corpus === null) return null;
  const tokens = catalogTokens(report);
  const tools = catalogTools(report);
  return {
    // Scores compare under one revision only, and a corpus is collected with the default.
    score: report.protocol ? null : report.readiness && placeScore(corpus, report.readiness),
    catalog: tokens === null || tools === null
      ? null
      : placeCatalog(corpus, { tokens: Number(tokens), tools: Number(tools) }),
  };
}

async function shippedCorpus(): Promise<string> {
  const { default: text } = await import("../data/readiness-corpus.json", {
    with: { type: "text" },
  });
  return text;
}
