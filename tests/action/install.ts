/** Runs the install step against a release on loopback. */

import assert from "node:assert/strict";
import { tempFolder } from "../cli/run.ts";
import { actionPinning, type ReleaseFile } from "./release.ts";
import { type Job, type Outcome, runAction } from "./runner.ts";

/** Name of the step. */
export const STEP = "Install mcpeval";
/** Path of the build that the tests install, below the base URL. */
export const LINUX = "v1.2.3/mcpeval-x86_64-unknown-linux-gnu.tar.gz";

/** What the install step left. */
export interface Installed extends Outcome {
  /** What the programs print that are in the folders that were added to PATH. */
  versions: string;
}

/** Runs the install step alone: the run after it ends at once, since it gets no server command. */
export async function install(
  release: ReleaseFile | string | undefined,
  base: string | undefined,
  { version = "", ...more }: Partial<Job> & { version?: string } = {},
): Promise<Installed> {
  await using workspace = await tempFolder();
  await using action = await actionPinning(release);
  // Outside the runner's own folder, so that what was installed can be run afterwards.
  await using temp = await tempFolder();
  const outcome = await runAction({
    workspace,
    inputs: { server: "demo", version },
    action: action.path,
    programs: {},
    ...more,
    env: {
      RUNNER_TEMP: temp.path,
      ...(base === undefined ? {} : { MCPEVAL_RELEASE_BASE_URL: base }),
      ...more.env,
    },
  });
  let versions = "";
  for (const folder of outcome.path.map((line) => line.replace(/^WINDOWS:/, ""))) {
    for (const { name } of [...Deno.readDirSync(folder)].sort((a, b) => a.name < b.name ? -1 : 1)) {
      const { stdout } = await new Deno.Command(`${folder}/${name}`).output();
      versions += `${name}: ${new TextDecoder().decode(stdout)}`;
    }
  }
  // A failure leaves nothing behind, a success the folder with the two programs only.
  const left = [...Deno.readDirSync(temp.path)].flatMap(({ name }) =>
    [...Deno.readDirSync(temp.file(name))].map((entry) => entry.name)
  );
  assert.deepEqual(left, outcome.path.length === 0 ? [] : ["bin"]);
  return { ...outcome, versions };
}

/** Asserts that nothing was installed, for this reason. */
export function refused(outcome: Installed, reason: string): void {
  assert.deepEqual(
    [outcome.stderr, outcome.codes, outcome.path, outcome.stdout],
    [`mcpeval install: ${reason}\n`, { [STEP]: 1 }, [], ""],
  );
}

/** The versions when both programs of release 1.2.3 are there. */
export const BOTH = "mcpeval: mcpeval 1.2.3\nmcpeval-demo: mcpeval-demo 1.2.3\n";
