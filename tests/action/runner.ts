/**
 * Plays the runner of GitHub Actions: reads action.yml, passes inputs and outputs between its steps
 * and runs their scripts in bash, with the files that a runner provides.
 */

import { delimiter, join } from "node:path";
import { existsSync } from "node:fs";
import { parseYaml } from "./packages.ts";
import { BINARY, DEMO, type TempFolder, tempFolder } from "../cli/run.ts";
import { type Contexts, expand, holds, type Status } from "./expressions.ts";

/** The repository, which is the folder of the action. */
export const ACTION = new URL("../../", import.meta.url).pathname.replace(/\/$/, "");

/** A step of action.yml. */
export interface Step {
  name: string;
  id?: string;
  if?: string;
  shell?: string;
  uses?: string;
  env?: Record<string, string>;
  with?: Record<string, unknown>;
  run?: string;
}

/** action.yml as it is read here. */
export interface Definition {
  inputs: Record<string, { description: string; required?: boolean; default?: string }>;
  outputs: Record<string, { description: string; value: string }>;
  runs: { using: string; steps: Step[] };
}

/** Reads action.yml; the parser rejects repeated keys. */
export async function readAction(): Promise<Definition> {
  return parseYaml(await Deno.readTextFile(`${ACTION}/action.yml`));
}

/** What an action is run with. */
export interface Job {
  /** Its working directory; the caller removes it. */
  workspace: TempFolder;
  /** Those that the workflow gives; the others get their defaults. */
  inputs: Record<string, string>;
  /** Programs that are on PATH beside those of the system: name and text of a script, or a link. */
  programs?: Record<string, { script: string } | { link: string }>;
  /** The only programs of the system that are on PATH; default: all of them. */
  tools?: string[];
  /** Of the runner and of the job, more than the usual ones. */
  env?: Record<string, string>;
  /** Values of the `github` context, such as `event_name`. */
  github?: Record<string, string>;
  /** Folder of the action; default: the repository. */
  action?: string;
  /** Whether the workflow is cancelled before the first step. */
  cancelled?: boolean;
}

/** How an action ended. */
export interface Outcome {
  outputs: Record<string, string>;
  /** Exit code of each script that ran, by the name of its step. */
  codes: Record<string, number>;
  stdout: string;
  stderr: string;
  summary: string;
  /** The folders that were added to PATH. */
  path: string[];
  /** The inputs of each foreign action, by the name of the step. */
  uses: Record<string, Record<string, string>>;
}

/** The compiled programs, as a job has them that installed mcpeval before. */
export const INSTALLED: NonNullable<Job["programs"]> = {
  mcpeval: { link: BINARY[0] ?? "" },
  "mcpeval-demo": { link: DEMO },
};

const systemPath = (Deno.env.get("PATH") ?? "").split(delimiter)
  .filter((folder) => !existsSync(join(folder, "mcpeval")));
const hasTools = ["bash", "curl", "jq"].every((tool) => pathOf(tool) !== undefined);

/** Where a program of the system is. */
function pathOf(tool: string): string | undefined {
  return systemPath.map((folder) => join(folder, tool)).find((file) => existsSync(file));
}

/** A test that needs what every runner has: bash, curl and jq. */
export function actionTest(name: string, fn: () => Promise<void>): void {
  Deno.test({ name, ignore: !hasTools, fn });
}

/** Runs the action. */
export async function runAction(job: Job): Promise<Outcome> {
  await using temp = await tempFolder();
  const { inputs, outputs, runs } = await readAction();
  const github: Record<string, string> = {
    event_name: "push",
    token: "ghs_token",
    ...job.github,
  };
  const contexts: Record<string, string> = {};
  for (const [name, value] of Object.entries(github)) contexts[`github.${name}`] = value;
  for (const [name, input] of Object.entries(inputs)) {
    contexts[`inputs.${name}`] = job.inputs[name] ?? expand(input.default ?? "", contexts);
  }
  await Deno.mkdir(temp.file("bin"));
  await Deno.mkdir(temp.file("temp"));
  for (const [name, program] of Object.entries(job.programs ?? INSTALLED)) {
    if ("link" in program) await Deno.symlink(program.link, temp.file(`bin/${name}`));
    else await Deno.writeTextFile(temp.file(`bin/${name}`), program.script, { mode: 0o755 });
  }
  for (const tool of job.tools ?? []) {
    await Deno.symlink(pathOf(tool) ?? tool, temp.file(`bin/${tool}`));
  }
  const outcome: Outcome = {
    outputs: {},
    codes: {},
    stdout: "",
    stderr: "",
    summary: "",
    path: [],
    uses: {},
  };
  const status: Status = { failed: false, cancelled: job.cancelled === true };
  for (const step of runs.steps) {
    if (!holds(step.if, contexts, status)) continue;
    if (step.run === undefined) {
      outcome.uses[step.name] = Object.fromEntries(
        Object.entries(step.with ?? {}).map(([name, v]) => [name, expand(String(v), contexts)]),
      );
      continue;
    }
    const set = await runStep(step, step.run, job, temp, contexts, outcome);
    if (outcome.codes[step.name] !== 0) status.failed = true;
    for (const [name, value] of Object.entries(set)) {
      contexts[`steps.${step.id}.outputs.${name}`] = value;
    }
  }
  for (const [name, { value }] of Object.entries(outputs)) {
    const expanded = expand(value, contexts);
    if (expanded !== "") outcome.outputs[name] = expanded;
  }
  return outcome;
}

/** Runs the script of one step and returns its outputs. */
async function runStep(
  step: Step,
  text: string,
  job: Job,
  temp: TempFolder,
  contexts: Contexts,
  outcome: Outcome,
): Promise<Record<string, string>> {
  const files = { GITHUB_OUTPUT: "output", GITHUB_PATH: "path", GITHUB_STEP_SUMMARY: "summary" };
  for (const name of Object.values(files)) await temp.write(name, "");
  const own = Object.entries(step.env ?? {}).map(([name, v]) => [name, expand(v, contexts)]);
  const script = await temp.write("step.sh", text);
  const { code, stdout, stderr } = await new Deno.Command("bash", {
    // As the runner does for `shell: bash`.
    args: ["--noprofile", "--norc", "-e", "-o", "pipefail", script],
    cwd: job.workspace.path,
    clearEnv: true,
    env: {
      PATH: [...outcome.path, temp.file("bin"), ...job.tools === undefined ? systemPath : []].join(
        delimiter,
      ),
      HOME: temp.path,
      RUNNER_OS: "Linux",
      RUNNER_ARCH: "X64",
      RUNNER_TEMP: temp.file("temp"),
      GITHUB_ACTION_PATH: job.action ?? ACTION,
      ...Object.fromEntries(Object.entries(files).map(([name, file]) => [name, temp.file(file)])),
      ...job.env,
      ...Object.fromEntries(own),
    },
    stdin: "null",
  }).output();
  outcome.codes[step.name] = code;
  outcome.stdout += new TextDecoder().decode(stdout);
  outcome.stderr += new TextDecoder().decode(stderr);
  outcome.summary += await Deno.readTextFile(temp.file("summary"));
  const added = (await Deno.readTextFile(temp.file("path"))).split("\n").filter(Boolean);
  outcome.path.unshift(...added.reverse());
  return readOutputs(await Deno.readTextFile(temp.file("output")));
}

/** Reads the file of GITHUB_OUTPUT: the last value of a name counts, as it does for the runner. */
function readOutputs(text: string): Record<string, string> {
  const outputs: Record<string, string> = {};
  for (const line of text.split("\n").filter(Boolean)) {
    const [, name, value] = /^([\w-]+)=(.*)$/.exec(line) ?? [];
    if (name === undefined || value === undefined) throw new Error("malformed line of an output");
    outputs[name] = value;
  }
  return outputs;
}
