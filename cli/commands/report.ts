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
  type Destination,
  destinationFiles,
  locateManifest,
  readDestination,
  readPrice,
  renderReport,
  startWriter,
} from "../output.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { VERSION } from "../../core/version.ts";

/** The operand that stands for standard input. */
const STDIN = "-";

interface Options {
  /** A path, or {@link STDIN}. */
  document: string;
  format: ReportFormat;
  manifest: string;
  brief: boolean;
  price: number | null;
  destination: Destination;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  const plan = planFor(options);
  return { plan, run: () => run(options, plan) };
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
    destination: readDestination(options["output"] as string | undefined, [
      document === STDIN ? STDIN_PATH : document,
      format === "sarif" ? manifest : null,
    ]),
  };
}

function planFor({ document, format, manifest, destination }: Options): CapabilityPlan {
  const files = destinationFiles(destination);
  const inputs = [
    ...(document === STDIN ? [] : [document]),
    ...(format === "sarif" ? [manifest] : []),
  ];
  return { engine: null, keeper: capabilities({ read: [...inputs, ...files], write: files }) };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { format, brief, price, destination } = options;
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
