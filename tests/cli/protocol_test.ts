import assert from "node:assert/strict";
import { DEMO, mcpeval, tempFolder } from "./run.ts";

const SCORE = ["score", "--server", "demo", "--format", "json"];

Deno.test("a run with the default protocol has no member protocol", async () => {
  // The default has two names.
  for (const name of ["legacy", "2025-06-18"]) {
    const { code, stdout } = await mcpeval([...SCORE, "--protocol", name, "--", DEMO]);
    assert.equal(code, 0);
    assert.ok(!("protocol" in JSON.parse(stdout)), name);
  }
});

Deno.test("a run with the default protocol is in the history, any other says that it is not", async () => {
  await using folder = await tempFolder();
  const cases = [{ probe: "pagination", id: "pages", access: "read_only", max_pages: 5 }];
  const path = await folder.write("m.json", JSON.stringify({ version: 1, probes: cases }));
  const probe = ["probe", "--server", "demo", "--brief", "--manifest", path, "--protocol"];
  const env = { MCPEVAL_HOME: folder.file("home") };
  const points = async () =>
    (await Deno.readTextFile(folder.file("home/store/probes/history.jsonl"))).split("\n").length -
    1;
  for (const [count, name] of ["legacy", "2025-06-18"].entries()) {
    const { code, stderr } = await mcpeval([...probe, name, "--", DEMO], { env });
    assert.deepEqual([code, stderr, await points()], [0, "", count + 1]);
  }
  const other = await mcpeval([...probe, "2025-11-25", "--", DEMO], { env });
  assert.deepEqual([other.code, await points()], [0, 2]);
  assert.equal(
    other.stderr,
    "this run is not in the readiness history, whose points do not say which protocol was " +
      "spoken; leave out --protocol to record it\n",
  );
  const gateOnly = await mcpeval([...probe, "2025-11-25", "--gate-only", "--", DEMO], { env });
  assert.deepEqual([gateOnly.code, gateOnly.stderr], [0, ""]);
});

Deno.test("another revision is offered, and the report says which one the server chose", async () => {
  await using folder = await tempFolder();
  const { code, stdout } = await mcpeval([...SCORE, "--protocol", "2025-11-25", "--", DEMO]);
  assert.equal(code, 0);
  // The demo answers the same revision whatever is offered.
  assert.deepEqual(JSON.parse(stdout).protocol, {
    requested: "2025-11-25",
    era: "legacy",
    revision: "2025-06-18",
    eras: { legacy: "served", modern: "unprobed" },
    revisions: ["2025-06-18"],
  });
  const { stdout: schema } = await mcpeval(["schema", "report"]);
  assert.deepEqual(JSON.parse(schema).properties.protocol.required, [
    "requested",
    "era",
    "revision",
    "eras",
    "revisions",
  ]);
  const asked = await folder.write("asked.json", stdout);
  const usual = await folder.write("usual.json", (await mcpeval([...SCORE, "--", DEMO])).stdout);
  const diff = await mcpeval(["diff", usual, asked]);
  assert.equal(diff.code, 0);
  assert.match(
    diff.stdout,
    /^readiness {2}not comparable \(another protocol revision .*--protocol /m,
  );
  const again = await mcpeval(["report", asked, "--format", "json"]);
  assert.equal(again.stdout, stdout);
});

Deno.test("a revision that is not known is a parse error that names the known ones", async () => {
  const { code, stderr } = await mcpeval([...SCORE, "--protocol", "2020-01-01", "--", DEMO]);
  assert.equal(code, 2);
  assert.match(stderr, /legacy, 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25/);
});
