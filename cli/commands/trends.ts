/** `mcpeval trends`: how readiness moved over the recorded runs (cli.md §5, reports.md §9). */

import { UsageError } from "../../core/errors.ts";
import type { ServerTrend } from "../../core/trends/history.ts";
import { historyFile } from "../../store/home.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { dropPermissions } from "../isolates.ts";
import { checkDestination, deliver, type Output, readOutput, startWriter } from "../output.ts";
import { VERSION } from "../../core/version.ts";

interface Options extends Output {
  /** Path of the history. */
  history: string;
  /** Points of each server. */
  last: number;
  /** `json` and `html` are ours. */
  format: "text" | "json" | "html";
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  return { plan: options.plan, run: () => run(options) };
}

function readOptions({ options }: Invocation): Options {
  const history = historyFile(findHome());
  return {
    history,
    last: readLast(options["last"] as string | undefined),
    format: options["format"] as Options["format"],
    ...readOutput(options, [history]),
  };
}

function readLast(text = "10"): number {
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new UsageError("--last takes a whole number from 0 on");
}

async function run({ history, last, format, destination, plan }: Options): Promise<number> {
  await checkDestination(destination);
  const { newestPoints } = await import("../../core/trends/history.ts");
  const { loadHistory } = await import("../../store/history-reader.ts");
  const points = await loadHistory(history);
  const writer = startWriter(plan);
  await dropPermissions(writer);
  const text = points.length === 0 && format === "text"
    ? `${(await import("../../core/trends/text.ts")).NO_HISTORY}\n`
    : await render(newestPoints(points, last), format);
  await deliver(text, destination, writer);
  return 0;
}

/** The whole text of the trends; loads the one renderer that it needs. */
async function render(trends: ServerTrend[], format: Options["format"]): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../../core/trends/text.ts")).renderTrendsText(trends);
    case "json":
      return (await import("../../core/trends/json.ts")).renderTrendsJson(trends);
    case "html":
      return (await import("../../core/trends/html.ts")).renderTrendsHtml(trends, VERSION);
  }
}
