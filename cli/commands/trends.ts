/** `mcpeval trends`: how readiness moved over the recorded runs (cli.md §5, reports.md §9). */

import { IncompleteError, UsageError } from "../../core/errors.ts";
import type { ServerTrend } from "../../core/trends/history.ts";
import type { TrendPoint } from "../../core/trends/point.ts";
import { historyFile } from "../../store/home.ts";
import type { Invocation, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { dropPermissions } from "../isolates.ts";
import {
  deliver,
  type Destination,
  destinationFiles,
  readDestination,
  startWriter,
} from "../output.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { VERSION } from "../../core/version.ts";

/** How long to wait for a process that writes to the history, in ms. */
const LOCK_MS = 5_000;
const CHUNK_BYTES = 65_536;

interface Options {
  /** Path of the history. */
  history: string;
  /** Points of each server. */
  last: number;
  /** `json` and `html` are ours. */
  format: "text" | "json" | "html";
  destination: Destination;
}

/** See {@link CommandModule.prepare}. */
export function prepare(invocation: Invocation): Prepared {
  const options = readOptions(invocation);
  const plan = planFor(options);
  return { plan, run: () => run(options, plan) };
}

function readOptions({ options }: Invocation): Options {
  return {
    history: historyFile(findHome()),
    last: readLast(options["last"] as string | undefined),
    format: options["format"] as Options["format"],
    destination: readDestination(options["output"] as string | undefined),
  };
}

function readLast(text = "10"): number {
  if (/^[0-9]+$/.test(text)) return Number(text);
  throw new UsageError("--last takes a whole number from 0 on");
}

function planFor({ history, destination }: Options): CapabilityPlan {
  const files = destinationFiles(destination);
  return { engine: null, keeper: capabilities({ read: [history, ...files], write: files }) };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { history, last, format, destination } = options;
  const { newestPoints } = await import("../../core/trends/history.ts");
  const points = await loadHistory(history);
  const writer = startWriter(plan);
  await dropPermissions(writer);
  const text = points.length === 0 && format === "text"
    ? `${(await import("../../core/trends/text.ts")).NO_HISTORY}\n`
    : await render(newestPoints(points, last), format);
  await deliver(text, destination, writer);
  return 0;
}

/** All points; none when there is no history. */
async function loadHistory(path: string): Promise<TrendPoint[]> {
  const { readHistory } = await import("../../core/trends/history.ts");
  try {
    using file = await Deno.open(path);
    await lockShared(file);
    return readHistory(chunksOf(file), path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return [];
    if (error instanceof IncompleteError) throw error;
    throw new IncompleteError(`reading ${path} failed: ${kindOf(error)}`);
  }
}

async function lockShared(file: Deno.FsFile): Promise<void> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => {
    late.reject(new IncompleteError("the trend history is locked by another process; try again"));
  }, LOCK_MS);
  try {
    await Promise.race([file.lock(false), late.promise]);
  } finally {
    clearTimeout(timer);
  }
}

function* chunksOf(file: Deno.FsFile): Generator<Uint8Array> {
  const buffer = new Uint8Array(CHUNK_BYTES);
  for (let read = file.readSync(buffer); read !== null; read = file.readSync(buffer)) {
    yield buffer.subarray(0, read);
  }
}

function kindOf(error: unknown): string {
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  return "it cannot be read";
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
