import assert from "node:assert/strict";
import { mcpeval, testServer } from "./run.ts";

const moody = (flaw = "none") => testServer("tests/guidance/server.ts", flaw);

function guidance(args: string[], server: string[]) {
  return mcpeval(["guidance", "--server", "moody", "--settle-ms", "300", ...args, "--", ...server]);
}

Deno.test("guidance shows what each client is offered, and promised in vain", async () => {
  const { code, stdout, stderr } = await guidance([], moody());
  const lines = stdout.split("\n").filter((line) => !line.startsWith("    hint: "));
  assert.deepEqual(lines, [
    "moody guidance complete=true profiles=5 defects=0 review_candidates=6",
    "  none tools=1 instructions_present=true",
    "  roots tools=2 instructions_present=true",
    "  sampling tools=2 instructions_present=true",
    "  elicitation tools=1 instructions_present=true",
    "  all tools=3 instructions_present=true",
    "  review profile=none tool=rooted reason=referenced-tool-unavailable available_in=roots,all",
    "  review profile=none tool=sampler reason=referenced-tool-unavailable available_in=sampling,all",
    "  review profile=roots tool=sampler reason=referenced-tool-unavailable available_in=sampling,all",
    "  review profile=sampling tool=rooted reason=referenced-tool-unavailable available_in=roots,all",
    "  review profile=elicitation tool=rooted reason=referenced-tool-unavailable available_in=roots,all",
    "  review profile=elicitation tool=sampler reason=referenced-tool-unavailable available_in=sampling,all",
    "  review candidates never fail a run: whether a mention misleads is for a person to say",
    "",
  ]);
  assert.equal(stderr, "");
  assert.equal(code, 0);
});

Deno.test("guidance fails when a required tool is missing somewhere", async () => {
  const options = ["--profile", "roots", "--profile", "none", "--profile", "roots"];
  const missing = await guidance([...options, "--require-tool", "rooted"], moody("uninstructed"));
  assert.equal(missing.code, 1);
  assert.match(
    missing.stdout,
    /^ {2}defect profile=none tool=rooted reason=required-tool-unavailable available_in=roots$/m,
  );
  assert.match(missing.stdout, /^ {2}none tools=1 instructions_present=false$/m);

  const present = ["--profile", "none", "--require-tool", "base", "--format", "json"];
  const { code, stdout } = await guidance(present, moody());
  assert.equal(code, 0);
  const report = JSON.parse(stdout);
  assert.deepEqual(report.profiles, [
    { profile: "none", tools: ["base"], instructions_present: true, error: null },
  ]);
  assert.deepEqual([report.passed, report.required_tools], [true, ["base"]]);
  // What the server says stays inside.
  assert.doesNotMatch(stdout, /first|With roots/);
});

Deno.test("guidance: a profile that cannot be looked at leaves no verdict", async () => {
  const options = ["--profile", "none", "--profile", "elicitation", "--require-tool", "nowhere"];
  const { code, stdout, stderr } = await guidance(options, moody("mute-elicitation"));
  assert.equal(code, 3);
  assert.match(stdout, /^moody guidance complete=false profiles=2 defects=0 review_candidates=0$/m);
  assert.match(stdout, /^ {2}none tools=1 instructions_present=true$/m);
  assert.match(stdout, /^ {2}elicitation error=profile-incomplete$/m);
  assert.match(stderr, /^profile elicitation transport-closed: /);

  const missing = await guidance(["--profile", "none"], ["no-such-program"]);
  assert.equal(missing.code, 3);
  assert.match(missing.stdout, /^ {2}none error=profile-incomplete$/m);
});

Deno.test("guidance: the server has to agree to the revision that was offered", async () => {
  const newer = ["--profile", "none", "--protocol", "2025-11-25", "--format", "json"];
  const { code, stdout, stderr } = await guidance(newer, moody());
  assert.equal(code, 3);
  assert.equal(JSON.parse(stdout).protocol_version, "2025-11-25");
  assert.match(stderr, /did not agree to MCP 2025-11-25/);
});

Deno.test("guidance: a server without tools has an empty set", async () => {
  const { code, stdout } = await guidance(["--profile", "none"], moody("toolless"));
  assert.equal(code, 0);
  assert.match(stdout, /^ {2}none tools=0 instructions_present=true$/m);
});

Deno.test("guidance answers roots eight times during a request, not nine", async () => {
  const profile = ["--profile", "roots"];
  assert.equal((await guidance(profile, moody("ask-8"))).code, 0);
  assert.equal((await guidance(profile, moody("ask-9"))).code, 3);
});

Deno.test("guidance: bad options exit 2 with nothing on stdout", async () => {
  const wrong: string[][] = [
    ["--server", "a b"],
    ["--server", "a", "--settle-ms", "5001"],
    ["--server", "a", "--settle-ms", "1.5"],
    ["--server", "a", "--profile", "everyone"],
    ["--server", "a", "--require-tool", "a b"],
    ["--server", "a", "--format", "markdown"],
    [],
  ];
  for (const options of wrong) {
    const { code, stdout, stderr } = await mcpeval(["guidance", ...options, "--", "cat"]);
    assert.deepEqual([code, stdout], [2, ""], options.join(" "));
    assert.match(stderr, /^(Error|error): /);
  }
  const targetless = await mcpeval(["guidance", "--server", "a"]);
  assert.deepEqual([targetless.code, targetless.stdout], [2, ""]);
});

Deno.test("guidance writes nothing and reads nothing", async () => {
  const { stdout } = await mcpeval(["--print-permissions", "guidance", "--server", "a", "--", "x"]);
  assert.deepEqual(JSON.parse(stdout).keeper, { read: [], write: [], net: [], run: [], env: [] });
});
