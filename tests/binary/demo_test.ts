import assert from "node:assert/strict";
import { BINARY, DEMO, type Ran, run, tempFolder } from "../cli/run.ts";

const mcpeval = (...args: string[]): Promise<Ran> => run(BINARY, args);

/** The clean manifest against each personality: last gate line, exit code, cases that do not pass. */
const GATES: [aspect: string | null, gate: string, code: number, failing: string[]][] = [
  [null, "25/25", 0, []],
  ["schema", "24/25", 1, [
    "describe_status-guessable schema-guessability fail attempts=0 first_failure=1 reason=invalid-schema",
  ]],
  ["fidelity", "25/25", 0, []],
  ["unstable-errors", "25/25", 0, []],
  ["bloated", "23/25", 1, [
    "discovery-budget discovery-cost fail attempts=1 first_failure=1 reason=discovery-limit-exceeded tools=13 schema_bytes=26028 bound=max_schema_bytes limit=4524 observed=26028",
    "token-budget token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded tools=13 total_tokens=6508 bound=max_total_tokens limit=1200 observed=6508",
  ]],
  ["duplicate-page", "24/25", 1, [
    "catalog-pagination pagination fail attempts=2 first_failure=2 reason=pagination-duplicate-tool tools=12 pages=2",
  ]],
  ["slow", "24/25", 1, [
    "slow_read-latency latency-budget fail attempts=1 first_failure=1 reason=latency-budget-exceeded latency_ms=# bound=max_latency_ms limit=# observed=#",
  ]],
  ["cancellation", "25/25", 0, []],
  ["negotiation", "24/25", 1, [
    "protocol-negotiation protocol-negotiation fail attempts=2 first_failure=2 reason=negotiation-echoed-unknown",
  ]],
  ["sampling", "25/25", 0, []],
  ["elicitation", "25/25", 0, []],
  ["subscription", "25/25", 0, []],
  ["completion", "25/25", 0, []],
  ["surface", "24/25", 1, [
    "declared-surfaces surface-listing fail attempts=1 first_failure=1 reason=surface-invalid-envelope",
  ]],
  ["output-schema", "25/25", 0, []],
  ["flaky", "23/25", 1, [
    "read_counter-repeat degradation-over-n fail attempts=1 first_failure=1 reason=unexpected-outcome",
    "read_counter-latency latency-budget fail attempts=2 first_failure=2 reason=unexpected-outcome latency_ms=#",
  ]],
  ["undescribed", "25/25", 0, []],
  ["unknown-method", "25/25", 0, []],
  ["lying-errors", "25/25", 0, []],
];

Deno.test("the clean manifest gives every personality its gate", async () => {
  await using folder = await tempFolder();
  const manifest = folder.file("demo.manifest.json");
  const made = await mcpeval(
    ...["init", "--server", "demo", "--confirm-read-only", "--output", manifest, "--", DEMO],
  );
  assert.equal(made.code, 0);
  const probe = ["probe", "--server", "demo", "--manifest", manifest, "--gate-only", "--brief"];
  const waiting = [...GATES];
  // Nearly all of a run is waiting for slow_read, so several share the time.
  await Promise.all(Array.from({ length: 6 }, async () => {
    for (let row = waiting.shift(); row !== undefined; row = waiting.shift()) {
      const [aspect, gate, code, failing] = row;
      const broken = aspect === null ? [] : ["--broken", aspect];
      const ran = await mcpeval(...probe, "--", DEMO, ...broken);
      const lines = ran.stdout.trimEnd().split("\n");
      const failed = lines.slice(0, 25).filter((line) => !/^\S+ \S+ pass /.test(line))
        .map((line) =>
          line.includes("latency") ? line.replace(/(latency_ms|limit|observed)=\d+/g, "$1=#") : line
        );
      assert.deepEqual(
        { aspect, code: ran.code, gate: lines[25], failed, stderr: ran.stderr },
        { aspect, code, gate: `demo gate ${gate} passed`, failed: failing, stderr: "" },
      );
    }
  }));
});

Deno.test("a cursor that never ends leaves the gate incomplete, and pagination says why", async () => {
  await using folder = await tempFolder();
  const manifest = folder.file("demo.manifest.json");
  await mcpeval("init", "--server", "demo", "--output", manifest, "--", DEMO);
  const broken = ["--gate-only", "--", DEMO, "--broken", "stalled-cursor"];
  const probe = ["probe", "--server", "demo", "--manifest", manifest];
  const all = await mcpeval(...probe, ...broken);
  assert.equal(all.code, 3);
  const lines = all.stdout.split("\n").filter((line) => line !== "" && !line.startsWith("  "));
  const stalled = "catalog-pagination pagination fail attempts=6 first_failure=6 " +
    "reason=pagination-stalled-cursor tools=12 pages=6 bound=max_pages limit=5 observed=6";
  assert.equal(lines[2], stalled);
  assert.equal(lines.filter((line) => line.endsWith(" error reason=transport-error")).length, 24);
  assert.equal(lines[25], "demo gate 0/25 passed");

  const alone = await mcpeval(...probe, "--probe", "pagination", ...broken);
  assert.equal(alone.code, 1);
  assert.deepEqual(alone.stdout.split("\n").filter((line) => !line.startsWith("  ")), [
    stalled,
    "demo gate 0/1 passed",
    "demo readiness not measured",
    "",
  ]);
  const init = await mcpeval(
    ...["init", "--server", "demo", "--output", folder.file("new.json")],
    ...["--", DEMO, "--broken", "stalled-cursor"],
  );
  assert.deepEqual([init.code, init.stdout], [3, ""]);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map(({ name }) => name), [
    "demo.manifest.json",
  ]);
});

/** What init writes for a personality, and the gate of that manifest against it. */
const OWN: [aspect: string, cases: number, gate: string][] = [
  ["schema", 22, "22/22"],
  ["bloated", 25, "25/25"],
  ["subscription", 28, "28/28"],
  ["output-schema", 26, "25/26"],
  ["flaky", 25, "23/25"],
  ["negotiation", 25, "24/25"],
];

Deno.test("init writes what each personality deserves", async () => {
  await using folder = await tempFolder();
  await Promise.all(OWN.map(async ([aspect, cases, gate]) => {
    const manifest = folder.file(`${aspect}.json`);
    const server = ["--", DEMO, "--broken", aspect];
    const init = ["init", "--server", "demo", "--confirm-read-only", "--output", manifest];
    const made = await mcpeval(...init, ...server);
    assert.equal(made.code, 0);
    assert.equal(JSON.parse(await Deno.readTextFile(manifest)).probes.length, cases, aspect);
    const probe = ["probe", "--server", "demo", "--manifest", manifest, "--gate-only", "--brief"];
    const { stdout } = await mcpeval(...probe, ...server);
    assert.match(stdout, new RegExp(`^demo gate ${gate} passed$`, "m"), aspect);
  }));
});
