/** `mcpeval diff`: what moved between two saved reports of one server (cli.md §5, reports.md §7). */

import { UsageError } from "../../core/errors.ts";
import type { DiffGates } from "../../core/report/diff/diff.ts";
import type { ProbeDiff } from "../../core/report/diff/document.ts";
import type { DropLimit, Side } from "../../core/report/diff/readiness.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import type { Invocation, Prepared } from "../command.ts";
import { readFile, readStdin, STDIN_PATH } from "../files.ts";
import { dropPermissions } from "../isolates.ts";
import { checkDestination, deliver, type Output, readOutput, startWriter } from "../output.ts";
import { VERSION } from "../../core/version.ts";

/** The operand that stands for standard input. */
const STDIN = "-";

/** The forms of a comparison; `html` is ours. */
type DiffFormat = "text" | "markdown" | "json" | "html";

interface Options extends Output {
  /** Paths; one of them may be {@link STDIN}. */
  baseline: string;
  current: string;
  format: DiffFormat;
  gates: DiffGates;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  return { plan: options.plan, run: () => run(options) };
}

function readOptions({ options, operands }: Invocation): Options {
  const [baseline = STDIN, current = STDIN] = operands;
  if (baseline === STDIN && current === STDIN) {
    throw new UsageError("only one of the two reports can come from standard input");
  }
  return {
    baseline,
    current,
    format: options["format"] as DiffFormat,
    gates: {
      failOnRegression: options["failOnRegression"] === true,
      failOnChange: options["failOnChange"] === true,
      failOnBreaking: options["failOnBreaking"] === true,
      dropLimit: readDropLimit(
        options["maxReadinessDrop"] as string | undefined,
        options["excludeLatency"] === true,
      ),
    },
    ...readOutput(
      options,
      [baseline, current].map((path) => path === STDIN ? STDIN_PATH : path),
    ),
  };
}

function readDropLimit(text: string | undefined, excludeLatency: boolean): DropLimit | null {
  if (text === undefined) {
    if (!excludeLatency) return null;
    throw new UsageError("--exclude-latency needs a limit: add --max-readiness-drop");
  }
  const maxDrop = /^[0-9]+$/.test(text) ? Number(text) : NaN;
  if (maxDrop <= 100) return { maxDrop, excludeLatency };
  throw new UsageError("--max-readiness-drop takes a whole number of points from 0 to 100");
}

async function run(options: Options): Promise<number> {
  const { gates, destination, plan } = options;
  await checkDestination(destination);
  const baseline = await load(options.baseline, "baseline");
  const current = await load(options.current, "current");
  const writer = startWriter(plan);
  await dropPermissions(writer);
  const { requireOneServer } = await import("../../core/report/diff/server.ts");
  const { diffExitCode, diffReports } = await import("../../core/report/diff/diff.ts");
  requireOneServer(baseline.server, current.server);
  const diff = diffReports(baseline.report, current.report, gates);
  await deliver(
    await render(diff, options, baseline.server ?? current.server),
    destination,
    writer,
  );
  return diffExitCode(diff, gates);
}

/** A report with its server's label; null when the document names none. */
interface Loaded {
  report: ReportDocument;
  server: string | null;
}

async function load(path: string, side: Side): Promise<Loaded> {
  const { readReport } = await import("../../core/report/read.ts");
  const { namedServer } = await import("../../core/report/diff/server.ts");
  const name = path === STDIN ? "standard input" : path;
  try {
    const bytes = path === STDIN ? readStdin() : readFile(path, {
      missing: "check the path, or write one with --format json",
    });
    const report = readReport(bytes, name, VERSION);
    return { report, server: namedServer(report, bytes) };
  } catch (error) {
    if (!(error instanceof UsageError)) throw error;
    throw new UsageError(`loading ${side} ${path}`, { cause: error });
  }
}

/** The whole text of a comparison; loads the one renderer that it needs. */
async function render(
  diff: ProbeDiff,
  { format, gates }: Options,
  server: string | null,
): Promise<string> {
  switch (format) {
    case "text":
      return (await import("../../core/report/diff/text.ts")).renderDiffText(diff);
    case "markdown":
      return (await import("../../core/report/diff/markdown.ts")).renderDiffMarkdown(diff);
    case "json":
      return (await import("../../core/report/json.ts")).renderJson(diff);
    case "html": {
      const { firedGates } = await import("../../core/report/diff/diff.ts");
      const { renderDiffHtml } = await import("../../core/report/diff/html.ts");
      const fired = firedGates(diff, gates);
      return renderDiffHtml(diff, { server: server ?? "unknown", version: VERSION, fired });
    }
  }
}
