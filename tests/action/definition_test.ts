/** The shape of action.yml (reports.md §10). */

import assert from "node:assert/strict";
import { ACTION, readAction } from "./runner.ts";

Deno.test("the inputs and their defaults", async () => {
  const { inputs } = await readAction();
  const defaults = Object.entries(inputs).map(([name, input]) => [name, input.default]);
  assert.deepEqual(Object.fromEntries(defaults), {
    server: undefined,
    manifest: "mcp-eval.manifest.json",
    command: "",
    url: "",
    "allow-mutation": "false",
    "allow-remote-http": "false",
    version: "",
    baseline: "",
    "fail-on-change": "false",
    "fail-on-breaking": "false",
    "min-readiness": "",
    "min-area": "",
    "max-readiness-drop": "",
    "exclude-latency": "false",
    sarif: "false",
    "report-path": "mcpeval.report.json",
    comment: "false",
    "github-token": "${{ github.token }}",
    artifact: "false",
  });
  const required = Object.keys(inputs).filter((name) => inputs[name]?.required === true);
  assert.deepEqual(required, ["server"]);
});

Deno.test("the outputs are those of the run", async () => {
  const { outputs } = await readAction();
  const names = ["passed", "readiness", "report", "markdown", "exit-code", "diff-exit-code"];
  assert.deepEqual(
    Object.entries(outputs).map(([name, { value }]) => [name, value]),
    [...names, "sarif"].map((name) => [name, `\${{ steps.run.outputs.${name} }}`]),
  );
});

Deno.test("inputs and outputs are described, and so are they in the guide", async () => {
  const { inputs, outputs } = await readAction();
  const guide = await Deno.readTextFile(`${ACTION}/docs/ci.md`);
  for (const [name, { description }] of Object.entries({ ...inputs, ...outputs })) {
    assert.ok(description.length > 10, name);
    assert.match(guide, new RegExp(`^\\| \`${name}\` `, "m"));
  }
});

Deno.test("no expression stands in the text of a script", async () => {
  const { runs } = await readAction();
  const scripts = runs.steps.filter((step) => step.run !== undefined);
  assert.equal(scripts.length, 5);
  for (const { name, run, shell } of scripts) {
    assert.doesNotMatch(run ?? "", /\$\{\{/, name);
    assert.equal(shell, "bash", name);
  }
});

Deno.test("foreign actions are pinned by a full commit", async () => {
  const { runs } = await readAction();
  const used = runs.steps.flatMap(({ uses }) => uses === undefined ? [] : [uses]);
  assert.deepEqual(used, [
    "actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f",
  ]);
});

Deno.test("each script gets exactly the variables that it reads", async () => {
  const { runs } = await readAction();
  const calls = runs.steps.flatMap(({ run = "", env = {} }) => {
    const script = /scripts\/action\/([\w-]+\.sh)"$/.exec(run)?.[1];
    return script === undefined ? [] : [{ script, env }];
  });
  const scripts = calls.map(({ script }) => script);
  assert.deepEqual(scripts, ["install.sh", "run.sh", "upload-sarif.sh", "comment.sh"]);
  for (const { script, env } of calls) {
    const own = await Deno.readTextFile(`${ACTION}/scripts/action/${script}`);
    const shared = /\bapi\b/.test(own) ? ["INPUT_GITHUB_TOKEN"] : [];
    const code = own.replace(/^\s*#.*$/gm, "");
    const read = code.match(
      /\bINPUT_[A-Z_]+|(?<=\$\{?)(?:SARIF|PULL_REQUEST|MARKDOWN|EXIT_CODE)\b/g,
    );
    assert.deepEqual([...new Set([...read ?? [], ...shared])].sort(), Object.keys(env).sort());
  }
});

Deno.test("only the steps that call the API see the token", async () => {
  const { runs } = await readAction();
  const seeing = runs.steps.filter((step) => JSON.stringify(step).includes("token"));
  assert.deepEqual(seeing.map(({ name }) => name), ["Upload SARIF", "Comment on the pull request"]);
});
