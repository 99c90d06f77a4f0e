import assert from "node:assert/strict";
import { mcpeval, tempFolder } from "./run.ts";

const SECRET = "SECRET-55";
const good = { id: "pages", probe: "pagination", access: "read_only", max_pages: 5 };
const manifest = (...probes: object[]) => JSON.stringify({ version: 1, probes });
const call = {
  id: "call",
  probe: "degradation-over-n",
  tool: "t",
  access: "read_only",
  arguments: { secret: SECRET },
  max_attempts: 5,
};

/** Bad manifests: file, content, what the message has to say. */
const BAD: [name: string, content: string | Uint8Array, message: RegExp][] = [
  ["empty", "", /line 1|m\.json:1/],
  ["not JSON", `{"version": ${SECRET}`, /m\.json/],
  ["not UTF-8", new Uint8Array([0x7b, 0xff, 0x7d]), /UTF-8/],
  ["with a byte-order mark", `\uFEFF${manifest(good)}`, /byte-order mark/],
  ["deeply nested", "[".repeat(200_000), /m\.json/],
  ["large", `{"version": 1, "probes": [${"1,".repeat(2_000_000)}1]}`, /m\.json/],
  ["with a duplicate key", `{"version": 1, "version": 1, "probes": []}`, /version/],
  ["with an unknown field", manifest({ ...good, limit: SECRET }), /case pages: .*limit/],
  ["with a comment in a .json", `// ${SECRET}\n${manifest(good)}`, /m\.json/],
  ["with a wrong type", manifest({ ...good, max_pages: SECRET }), /case pages: .*max_pages/],
  [
    "with a range broken",
    manifest({ ...good, max_pages: 0 }),
    /max_pages must be between 1 and 1000/,
  ],
  ["read-only with a sandbox", manifest({ ...call, sandbox: "s" }), /case call: .*sandbox/],
  [
    "mutating without a sandbox",
    manifest({ ...call, access: "mutating" }),
    /case call: .*mutating probe must name a sandbox/,
  ],
  [
    "mutating with an undeclared sandbox",
    manifest({ ...call, access: "mutating", sandbox: "s" }),
    /case call: .*sandbox/,
  ],
  ["with two cases of one id", manifest(good, good), /case pages/],
  ["without a case", manifest(), /probe/],
];

Deno.test("a bad manifest is exit 2 before anything starts; the message quotes no value", async () => {
  await using folder = await tempFolder();
  for (const [name, content, message] of BAD) {
    const path = await folder.write("m.json", content);
    const started = folder.file("started");
    const { code, stdout, stderr } = await mcpeval([
      ...["probe", "--server", "a", "--gate-only", "--manifest", path, "--", "touch", started],
    ]);
    assert.deepEqual([name, code, stdout], [name, 2, ""]);
    assert.match(stderr, /^Error: /);
    assert.match(stderr, message);
    assert.ok(!stderr.includes(SECRET), name);
    assert.deepEqual([...Deno.readDirSync(folder.path)].map((entry) => entry.name), ["m.json"]);
  }
});

Deno.test("a missing manifest names its path and init", async () => {
  await using folder = await tempFolder();
  const ran = await mcpeval(["probe", "--server=a", "--", "true"], { cwd: folder.path });
  assert.deepEqual([ran.code, ran.stdout], [2, ""]);
  assert.match(ran.stderr, /mcp-eval\.manifest\.json/);
  assert.match(ran.stderr, /mcpeval init/);
});

Deno.test("selection and mutation are checked before the launch", async () => {
  await using folder = await tempFolder();
  const sandboxes = { s: { description: "a copy" } };
  const mutating = { ...call, access: "mutating", sandbox: "s" };
  const path = await folder.write(
    "m.json",
    JSON.stringify({ version: 1, sandboxes, probes: [good, mutating] }),
  );
  const probe = ["probe", "--server=a", "--gate-only", "--manifest", path];
  const started = folder.file("started");
  const server = ["--", "touch", started];
  const none = await mcpeval([...probe, "--probe=contention", ...server]);
  assert.equal(none.code, 2);
  const barred = await mcpeval([...probe, ...server]);
  assert.equal(barred.code, 2);
  assert.match(barred.stderr, /--allow-mutation/);
  const label = await mcpeval(["probe", "--server=a b", "--manifest", path, ...server]);
  assert.equal(label.code, 2);
  const nobody = await mcpeval(probe);
  assert.equal(nobody.code, 2);
  assert.deepEqual([...Deno.readDirSync(folder.path)].map((entry) => entry.name), ["m.json"]);
  // Not selected, it does not matter; the server then fails to speak.
  const selected = await mcpeval([...probe, "--probe=pagination", ...server]);
  assert.equal(selected.code, 3);
});

Deno.test("a .jsonc manifest may have comments and trailing commas", async () => {
  await using folder = await tempFolder();
  const path = await folder.write(
    "m.jsonc",
    `// budget\n{"version": 1, "probes": [${JSON.stringify(good)},],}`,
  );
  const { code, stderr } = await mcpeval(["probe", "--server=a", "--manifest", path, "--", "true"]);
  // It is read; then the server that ends at once cannot be evaluated.
  assert.equal(code, 3);
  assert.match(stderr, /initializing MCP server/);
});
