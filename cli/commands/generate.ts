/** `mcpeval generate`: a manifest that shows whether a finding is mended (cli.md §6, capture.md §12). */

import { IncompleteError } from "../../core/errors.ts";
import type { Generated } from "../../core/findings/generate.ts";
import { kindOf } from "../../store/failure.ts";
import type { Invocation, Prepared } from "../command.ts";
import { readStartOf } from "../files.ts";
import { findingsFiles, loadFindings, pickFinding } from "../findings.ts";
import { findHome } from "../home.ts";
import { deliver, isTaken, manifestName, type Output, readOutput, startWriter } from "../output.ts";
import { print, printError } from "../terminal.ts";

interface Options extends Output {
  home: string;
  findingId: string;
  /** Path of the expectation. */
  expect: string | null;
  /** See {@link manifestName}. */
  named: string;
  force: boolean;
}

/** See {@link CommandModule.prepare}. `--confirm-read-only` is the user's word, nothing else. */
export function prepare({ options }: Invocation): Prepared {
  const home = findHome();
  const expect = typeof options["expect"] === "string" ? options["expect"] : null;
  const output = readOutput(options, [...findingsFiles(home), expect]);
  const named = manifestName(output.destination, String(options["output"]));
  const findingId = String(options["finding"]);
  const force = options["force"] === true;
  return {
    plan: output.plan,
    run: () => run({ home, findingId, expect, named, force, ...output }),
  };
}

async function run(options: Options): Promise<number> {
  const { home, findingId, expect, destination, plan, named, force } = options;
  const { generateManifest, MAX_EXPECTATION_BYTES } = await import(
    "../../core/findings/generate.ts"
  );
  const expectation = expect === null ? null : readExpectation(expect, MAX_EXPECTATION_BYTES + 1);
  if (!force && isTaken(destination)) {
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
