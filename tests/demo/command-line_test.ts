import assert from "node:assert/strict";
import { runDemo } from "./client.ts";

const ASPECT_LIST = "schema, fidelity, unstable-errors, bloated, duplicate-page, stalled-cursor, " +
  "slow, cancellation, negotiation, sampling, elicitation, subscription, completion, surface, " +
  "output-schema, flaky, undescribed, unknown-method, lying-errors";
const USAGE = "usage: mcpeval-demo [--broken <aspect>]";

Deno.test("without arguments the server ends with its input", async () => {
  assert.deepEqual(await runDemo([]), { code: 0, stdout: "", stderr: "" });
});

Deno.test("help goes to stdout and names all aspects in order", async () => {
  const help = { code: 0, stdout: `${USAGE}\naspects: ${ASPECT_LIST}\n`, stderr: "" };
  assert.deepEqual(await runDemo(["--help"]), help);
  assert.deepEqual(await runDemo(["-h"]), help);
  assert.deepEqual(await runDemo(["--broken", "slow", "-h", "whatever"]), help);
});

Deno.test("--broken needs a value", async () => {
  for (const args of [["--broken"], ["--broken", "slow", "--broken"]]) {
    const { code, stdout, stderr } = await runDemo(args);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /requires an aspect/);
    assert.ok(stderr.includes(ASPECT_LIST));
  }
});

Deno.test("an unknown aspect is named, together with the known ones", async () => {
  for (const name of ["nonsense", "Slow", "", "--help"]) {
    assert.deepEqual(await runDemo(["--broken", name, "--help"]), {
      code: 2,
      stdout: "",
      stderr: `unknown aspect ${name}; expected one of: ${ASPECT_LIST}\n`,
    });
  }
});

Deno.test("any other argument is refused with the usage, the first mistake counting", async () => {
  const cases = [["--version"], ["--broken=slow"], ["extra", "--help"], ["--broken", "slow", "x"]];
  for (const args of cases) {
    const { code, stdout, stderr } = await runDemo(args);
    assert.equal(code, 2);
    assert.equal(stdout, "");
    assert.match(stderr, /unknown argument/);
    assert.ok(stderr.includes(USAGE));
  }
});

Deno.test("the last --broken replaces the earlier ones", async () => {
  const input = '{"id":1,"method":"none"}\n';
  const last = await runDemo(["--broken", "slow", "--broken", "unknown-method"], input);
  assert.equal(last.stdout, '{"jsonrpc":"2.0","id":1,"result":{}}\n');
  const first = await runDemo(["--broken", "unknown-method", "--broken", "slow"], input);
  assert.match(first.stdout, /"code":-32601/);
});
