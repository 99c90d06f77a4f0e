import assert from "node:assert/strict";
import { mcpeval, tempFolder } from "./run.ts";

const NOTHING = { read: [], write: [], net: [], run: [], env: [] };

Deno.test("--print-permissions shows the exact plan and runs nothing", async () => {
  await using folder = await tempFolder();
  const output = folder.file("m.json");
  const init = await mcpeval([
    ...["--print-permissions", "init", "--server", "a", "--output", output],
    ...["--arguments", "args.json", "--", "no-such-program"],
  ], { env: { LD_LIBRARY_PATH: "" } });
  assert.equal(init.code, 0);
  const plan = JSON.parse(init.stdout);
  const [program, killer, ...more] = plan.engine.run;
  assert.deepEqual([program, more], ["no-such-program", []]);
  assert.match(killer, /\/kill$/);
  assert.deepEqual(plan, {
    engine: { ...NOTHING, run: [program, killer] },
    keeper: {
      ...NOTHING,
      read: ["args.json", output, `${output}.partial`],
      write: [output, `${output}.partial`],
    },
  });
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);

  const dry = await mcpeval([
    "--print-permissions",
    "init",
    "--server",
    "a",
    "--dry-run",
    "--",
    "x",
  ]);
  assert.deepEqual(JSON.parse(dry.stdout).keeper, NOTHING);

  const gate = ["probe", "--server", "a", "--gate-only", "--format", "json", "--", "x"];
  const home = folder.file("home");
  const probe = await mcpeval(["--print-permissions", ...gate], { env: { MCPEVAL_HOME: home } });
  assert.deepEqual(JSON.parse(probe.stdout).keeper, {
    ...NOTHING,
    read: ["mcp-eval.manifest.json", home],
    write: [home],
  });

  const explain = await mcpeval(["--print-permissions", "explain"]);
  assert.deepEqual(JSON.parse(explain.stdout), { engine: null, keeper: NOTHING });
});

Deno.test("a variable of the dynamic linker makes the plan say that any program may run", async () => {
  const { stdout } = await mcpeval(
    ["--print-permissions", "probe", "--server", "a", "--", "x"],
    { env: { LD_LIBRARY_PATH: "/opt/lib" } },
  );
  assert.deepEqual(JSON.parse(stdout).engine.run, ["*"]);
});
