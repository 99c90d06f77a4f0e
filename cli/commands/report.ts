/** `mcpeval report`: a saved report in another form, without its server (cli.md §5, reports.md §6). */

import type { ManifestPlace } from "../../core/report/manifest-place.ts";
import type { ReportDocument } from "../../core/report/recorded.ts";
import type { Invocation, Prepared } from "../command.ts";
import { readFile, readStdin, STDIN_PATH } from "../files.ts";
import type { ReportFormat } from "../formats.ts";
import { dropPermissions } from "../isolates.ts";
import {
  checkDestination,
  deliver,
  locateManifest,
  type Output,
  readOutput,
  readPrice,
  renderReport,
  startWriter,
} from "../output.ts";
import { VERSION } from "../../core/version.ts";

/** The operand that stands for standard input. */
const STDIN = "-";

interface Options extends Output {
  /** A path, or {@link STDIN}. */
  document: string;
  format: ReportFormat;
  manifest: string;
  brief: boolean;
  price: number | null;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  return { plan: options.plan, run: () => run(options) };
}

function readOptions({ options, operands: [document = STDIN] }: Invocation): Options {
  const format = options["format"] as ReportFormat;
  const manifest = String(options["manifest"]);
  return {
    document,
    format,
    manifest,
    brief: options["brief"] === true,
    price: readPrice(options["pricePerMtok"] as string | undefined),
    ...readOutput(options, [
      document === STDIN ? STDIN_PATH : document,
      format === "sarif" ? manifest : null,
    ]),
  };
}

async function run(options: Options): Promise<number> {
  const { format, brief, price, destination, plan } = options;
  await checkDestination(destination);
  const report = await readDocument(options.document);
  const manifest: ManifestPlace | null = format === "sarif"
    ? await locateManifest(options.manifest)
    : null;
  const writer = startWriter(plan);
  await dropPermissions(writer);
  const { exitCode } = await import("../../core/report/exit.ts");
  const text = await renderReport(report, { format, brief, price, placement: null, manifest });
  await deliver(text, destination, writer);
  return exitCode(report);
}

async function readDocument(path: string): Promise<ReportDocument> {
  const { readReport } = await import("../../core/report/read.ts");
  if (path === STDIN) return readReport(readStdin(), "standard input", VERSION);
  const bytes = readFile(path, { missing: "check the path, or write one with --format json" });
  return readReport(bytes, path, VERSION);
}
