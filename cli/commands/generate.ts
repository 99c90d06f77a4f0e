/** `mcpeval generate`: a manifest that shows whether a finding is mended (cli.md §6, capture.md §12). */

import { IncompleteError } from "../../core/errors.ts";
import type { Generated } from "../../core/findings/generate.ts";
import { kindOf } from "../../store/failure.ts";
import type { Invocation, Prepared } from "../command.ts";
import { exists, readStartOf } from "../files.ts";
import { findingsFiles, loadFindings, pickFinding } from "../findings.ts";
import { findHome } from "../home.ts";
import {
  deliver,
  type Destination,
  destinationFiles,
  readDestination,
  startWriter,
  STDOUT_NAME,
} from "../output.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";
import { print, printError } from "../terminal.ts";

interface Options {
  home: string;
  findingId: string;
  /** Path of the expectation. */
  expect: string | null;
  destination: Destination;
  /** The destination for messages: as it was typed, unless it is stdout. */
  named: string;
  force: boolean;
}

/** See {@link CommandModule.prepare}. `--confirm-read-only` is the user's word, nothing else. */
export function prepare({ options }: Invocation): Prepared {
  const home = findHome();
  const expect = typeof options["expect"] === "string" ? options["expect"] : null;
  const inputs = [...findingsFiles(home), ...(expect === null ? [] : [expect])];
  const destination = readDestination(String(options["output"]), inputs);
  const named = destination === null ? STDOUT_NAME : String(options["output"]);
  const files = destinationFiles(destination);
  const plan = {
    engine: null,
    keeper: capabilities({ read: [...inputs, ...files], write: files }),
  };
  const findingId = String(options["finding"]);
  const force = options["force"] === true;
  return { plan, run: () => run({ home, findingId, expect, destination, named, force }, plan) };
}

async function run(options: Options, plan: CapabilityPlan): Promise<number> {
  const { home, findingId, expect, destination, named, force } = options;
  const { generateManifest, MAX_EXPECTATION_BYTES } = await import(
    "../../core/findings/generate.ts"
  );
  const expectation = expect === null ? null : readExpectation(expect, MAX_EXPECTATION_BYTES + 1);
  if (destination !== null && !force && exists(destination)) {
    throw new IncompleteError(`${named} exists; replace it with --force`);
  }
  const writer = startWriter(plan);
  const finding = pickFinding(await loadFindings(home, writer), findingId);
  const generated = generateManifest(finding, expectation);
  // It is not printed instead: what stdout has otherwise is no manifest, and it can be made again.
  await deliver(generated.text, destination, writer, { replace: force, orPrint: false });
  (destination === null ? printError : print)(render(findingId, generated, named));
  return 0;
}

/** The path may say what is expected, so it is not repeated. */
function readExpectation(path: string, most: number): Uint8Array {
  try {
    return readStartOf(path, most);
  } catch (error) {
    throw new IncompleteError(`reading the file after --expect failed: ${kindOf(error)}`);
  }
}

function render(id: string, { probe, maxAttempts, placeholders }: Generated, named: string) {
  const attempts = maxAttempts === null ? "" : ` max_attempts=${maxAttempts}`;
  const lines = [
    id,
    `probe=${probe}${attempts}`,
    ...placeholders.map(({ path, shape }) => `fill: ${path} (${shape})`),
    ...(placeholders.length === 0
      ? []
      : [`fill the placeholders in ${named} before mcpeval verify`]),
  ];
  return lines.map((line) => `${line}\n`).join("");
}
