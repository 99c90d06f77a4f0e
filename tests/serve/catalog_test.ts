import assert from "node:assert/strict";
import { isObject, type JsonObject } from "../../core/mcp/json.ts";
import { offeredTools, TOOLS } from "../../serve/catalog.ts";

const names = (allowSpawn: boolean) => offeredTools(allowSpawn).map(({ name }) => name);

Deno.test("tools come in a fixed order, those that start servers only when that is allowed", () => {
  assert.deepEqual(names(false), [
    "list_findings",
    "get_finding",
    "get_readiness_trends",
    "record_annotation",
  ]);
  assert.deepEqual(names(true), [
    "list_findings",
    "get_finding",
    "get_readiness_trends",
    "run_probe",
    "scaffold",
    "score",
    "verify_finding",
    "record_annotation",
  ]);
});

Deno.test("every entry has five members, and all four hints", () => {
  const hints = TOOLS.map(({ name, annotations: a }) => [
    name,
    [a.readOnlyHint, a.destructiveHint, a.idempotentHint, a.openWorldHint],
  ]);
  const evaluates = [false, true, false, true];
  assert.deepEqual(hints, [
    ["list_findings", [true, false, true, false]],
    ["get_finding", [true, false, true, false]],
    ["get_readiness_trends", [true, false, true, false]],
    ["run_probe", evaluates],
    ["scaffold", evaluates],
    ["score", evaluates],
    ["verify_finding", evaluates],
    ["record_annotation", [false, false, false, false]],
  ]);
  for (const tool of TOOLS) {
    assert.deepEqual(Object.keys(tool).sort(), [
      "annotations",
      "description",
      "inputSchema",
      "name",
      "outputSchema",
    ]);
    assert.equal(tool.inputSchema.type, "object");
    for (const property of Object.values(tool.inputSchema.properties ?? {})) {
      assert.ok((property.description ?? "").length >= 10, tool.name);
    }
  }
});

Deno.test("the schemas are those of the contract", () => {
  const shape = (name: string) => {
    const schema = TOOLS.find((tool) => tool.name === name)?.inputSchema;
    return [
      Object.entries(schema?.properties ?? {}).map(([key, { type }]) => `${key}:${type}`).sort(),
      schema?.required ?? [],
      schema?.additionalProperties ?? true,
    ];
  };
  const target = ["command:array", "server_label:string", "url:string"];
  assert.deepEqual(shape("list_findings"), [["state:string"], [], true]);
  assert.deepEqual(shape("get_finding"), [["finding_id:string"], ["finding_id"], true]);
  assert.deepEqual(shape("get_readiness_trends"), [[], [], true]);
  assert.deepEqual(shape("run_probe"), [
    ["command:array", "manifest:object", "server_label:string", "url:string"],
    ["manifest"],
    true,
  ]);
  assert.deepEqual(shape("scaffold"), [
    ["command:array", "confirm_read_only:boolean", "server_label:string", "url:string"],
    [],
    true,
  ]);
  assert.deepEqual(shape("score"), [
    [...target, "confirm_read_only:boolean", "skip_tools:array"].sort(),
    [],
    false,
  ]);
  assert.deepEqual(shape("verify_finding"), [
    ["case_id:string", "command:array", "finding_id:string", "manifest:object", "url:string"],
    ["finding_id", "case_id", "manifest"],
    false,
  ]);
  assert.deepEqual(shape("record_annotation"), [
    ["event_id:string", "kind:string", "note:string", "seq:integer", "session:string"],
    ["kind", "note"],
    false,
  ]);
});

Deno.test("an annotation names its call in one of two ways", () => {
  const schema = TOOLS.find(({ name }) => name === "record_annotation")?.inputSchema;
  assert.equal(schema?.properties?.["event_id"]?.format, "uuid");
  assert.equal(schema?.properties?.["seq"]?.minimum, 0);
  assert.equal(schema?.properties?.["note"]?.["maxLength" as never], undefined);
  assert.deepEqual(schema?.properties?.["kind"]?.enum, [
    "blocked-optimal-path",
    "undocumented-behavior",
    "false-success",
    "instruction-divergence",
    "workaround",
  ]);
  assert.deepEqual(schema?.oneOf, [
    { required: ["event_id"], not: { anyOf: [{ required: ["session"] }, { required: ["seq"] }] } },
    { required: ["session", "seq"], not: { required: ["event_id"] } },
  ]);
});

Deno.test("outputs are described as far as the contract goes", () => {
  const output = (name: string) => TOOLS.find((tool) => tool.name === name)?.outputSchema;
  for (const name of ["list_findings", "get_finding", "scaffold", "record_annotation"]) {
    assert.deepEqual(output(name), {
      type: "object",
      properties: { text: { type: "string" } },
      required: ["text"],
      additionalProperties: false,
    });
  }
  assert.deepEqual(output("get_readiness_trends")?.["required"], ["points"]);
  const report = ["schema", "server", "passed", "gate", "readiness", "cases"];
  assert.deepEqual(output("run_probe")?.["required"], report);
  assert.deepEqual(output("score"), output("run_probe"));
  const verification = output("verify_finding");
  assert.deepEqual(verification?.["required"], [
    "finding_id",
    "case_id",
    "verified",
    "reason",
    "lifecycle",
    "report",
  ]);
  const { report: inner, lifecycle } = verification?.["properties"] as JsonObject;
  assert.deepEqual(inner, output("score"));
  assert.deepEqual(isObject(lifecycle) && lifecycle["type"], ["object", "null"]);
});

Deno.test("the catalog costs a session little", () => {
  const bytes = TOOLS.map((tool) => [tool.name, JSON.stringify(tool).length] as const);
  const most: Record<string, number> = {
    list_findings: 583,
    get_finding: 533,
    get_readiness_trends: 568,
    run_probe: 1387,
    scaffold: 1529,
    score: 1391,
    verify_finding: 1821,
    record_annotation: 1756,
  };
  for (const [name, length] of bytes) assert.ok(length <= (most[name] ?? 0), `${name} ${length}`);
  const tokens = (allowSpawn: boolean) =>
    offeredTools(allowSpawn).map((tool) => Math.ceil(JSON.stringify(tool).length / 4))
      .reduce((sum, each) => sum + each, 0);
  assert.ok(tokens(false) <= 861, `${tokens(false)}`);
  // What the catalog area of the standard calls heavy begins there.
  assert.ok(tokens(true) <= 2000, `${tokens(true)}`);
});
