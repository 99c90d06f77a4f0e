/** The gate on real servers from npm, from `init` to the verdicts, with the compiled program. */

import assert from "node:assert/strict";
import { BINARY, run, type TempFolder, tempFolder } from "../cli/run.ts";
import { FAILING_MANIFEST } from "./failures.ts";
import { processesWith, type RealServer, realServer, type ServerName } from "./servers.ts";

/** Runs mcpeval on a server; nothing of what the server says may be shown or left running. */
async function mcpeval(server: RealServer, folder: TempFolder, args: readonly string[]) {
  const ran = await run(BINARY, [...args, "--", ...server.command], {
    cwd: folder.path,
    env: server.env,
  });
  assert.ok(!(ran.stdout + ran.stderr).includes(server.secret), "what the server said was shown");
  assert.deepEqual(processesWith(server.secret), []);
  return ran;
}

const lines = (text: string) => text.split("\n").filter((line) => line !== "");
const withoutLatency = (text: string) => text.replaceAll(/("?latency_ms"?[:=] ?)\d+/g, "$1N");
/** Lines of a report, but for the place among other servers, which depends on the shipped corpus. */
const verdictLines = (text: string) =>
  lines(withoutLatency(text)).filter((line) => !line.startsWith("  catalog: "));

/** Lines of the cases that `init` writes for a tool; the last only for one with an output schema. */
function toolLines(tool: string, hasOutputSchema: boolean): string[] {
  return [
    `${tool}-guessable schema-guessability pass attempts=1`,
    `${tool}-repeat degradation-over-n pass attempts=5`,
    `${tool}-latency latency-budget pass attempts=3 latency_ms=N`,
    ...(hasOutputSchema ? [`${tool}-output output-schema pass attempts=1`] : []),
  ];
}

interface Expected {
  /** The summary of `init` without its last line. */
  written: string[];
  /** What `probe` prints. */
  verdicts: string[];
}

const EXPECTED: Record<ServerName, Expected> = {
  everything: {
    written: [
      "wrote mcp-eval.manifest.json (13 tools, 35 cases: discovery-cost 1, token-cost 1, " +
      "pagination 1, protocol-negotiation 1, surface-listing 1, schema-guessability 9, " +
      "degradation-over-n 9, latency-budget 9, output-schema 1, contention 1, payload-bounds 1) " +
      "(4 tools skipped by annotations)",
      "  skipped gzip-file-as-resource: readOnlyHint=false",
      "  skipped toggle-simulated-logging: readOnlyHint=false",
      "  skipped toggle-subscriber-updates: readOnlyHint=false",
      "  skipped simulate-research-query: readOnlyHint=false",
    ],
    verdicts: [
      "discovery-budget discovery-cost pass attempts=1 tools=13 schema_bytes=7653",
      "token-budget token-cost pass attempts=1 tools=13 total_tokens=1915",
      "catalog-pagination pagination pass attempts=1 tools=13 pages=1",
      "protocol-negotiation protocol-negotiation pass attempts=3",
      "declared-surfaces surface-listing pass attempts=1 tools=11",
      ...toolLines("echo", false),
      ...toolLines("get-annotated-message", false),
      ...toolLines("get-env", false),
      ...toolLines("get-resource-links", false),
      ...toolLines("get-resource-reference", false),
      ...toolLines("get-structured-content", true),
      ...toolLines("get-sum", false),
      ...toolLines("get-tiny-image", false),
      ...toolLines("trigger-long-running-operation", false),
      "echo-contention contention pass attempts=2",
      "echo-payload payload-bounds pass attempts=1 latency_ms=N",
      "everything gate 35/35 passed",
      "everything readiness not measured",
    ],
  },
  filesystem: {
    written: [
      "wrote mcp-eval.manifest.json (14 tools, 42 cases: discovery-cost 1, token-cost 1, " +
      "pagination 1, protocol-negotiation 1, schema-guessability 9, degradation-over-n 9, " +
      "latency-budget 9, output-schema 9, contention 1, payload-bounds 1) " +
      "(4 tools skipped by annotations)",
      "  skipped read_media_file: the call with arguments built from its schema failed; give " +
      "better ones in --arguments",
      "  skipped write_file: destructiveHint",
      "  skipped edit_file: destructiveHint",
      "  skipped create_directory: readOnlyHint=false",
      "  skipped move_file: destructiveHint",
    ],
    verdicts: [
      "discovery-budget discovery-cost pass attempts=1 tools=14 schema_bytes=12973",
      "token-budget token-cost pass attempts=1 tools=14 total_tokens=3246",
      "catalog-pagination pagination pass attempts=1 tools=14 pages=1",
      "protocol-negotiation protocol-negotiation pass attempts=3",
      ...toolLines("read_file", true),
      ...toolLines("read_text_file", true),
      ...toolLines("read_multiple_files", true),
      ...toolLines("list_directory", true),
      ...toolLines("list_directory_with_sizes", true),
      ...toolLines("directory_tree", true),
      ...toolLines("search_files", true),
      ...toolLines("get_file_info", true),
      ...toolLines("list_allowed_directories", true),
      "read_file-contention contention pass attempts=2",
      "read_file-payload payload-bounds pass attempts=1 latency_ms=N",
      "filesystem gate 42/42 passed",
      "filesystem readiness not measured",
    ],
  },
  memory: {
    written: [
      "wrote mcp-eval.manifest.json (9 tools, 19 cases: discovery-cost 1, token-cost 1, " +
      "pagination 1, protocol-negotiation 1, surface-listing 1, schema-guessability 3, " +
      "degradation-over-n 3, latency-budget 3, output-schema 3, contention 1, payload-bounds 1) " +
      "(6 tools skipped by annotations)",
      "  skipped create_entities: readOnlyHint=false",
      "  skipped create_relations: readOnlyHint=false",
      "  skipped add_observations: readOnlyHint=false",
      "  skipped delete_entities: destructiveHint",
      "  skipped delete_observations: destructiveHint",
      "  skipped delete_relations: destructiveHint",
    ],
    verdicts: [
      "discovery-budget discovery-cost pass attempts=1 tools=9 schema_bytes=10750",
      "token-budget token-cost pass attempts=1 tools=9 total_tokens=2688",
      "catalog-pagination pagination pass attempts=1 tools=9 pages=1",
      "protocol-negotiation protocol-negotiation pass attempts=3",
      "declared-surfaces surface-listing pass attempts=1 tools=1",
      ...toolLines("read_graph", true),
      ...toolLines("search_nodes", true),
      ...toolLines("open_nodes", true),
      "read_graph-contention contention pass attempts=2",
      "search_nodes-payload payload-bounds pass attempts=1 latency_ms=N",
      "memory gate 19/19 passed",
      "memory readiness not measured",
    ],
  },
  "sequential-thinking": {
    written: [
      "wrote mcp-eval.manifest.json (1 tools, 10 cases: discovery-cost 1, token-cost 1, " +
      "pagination 1, protocol-negotiation 1, schema-guessability 1, degradation-over-n 1, " +
      "latency-budget 1, output-schema 1, contention 1, payload-bounds 1)",
    ],
    verdicts: [
      "discovery-budget discovery-cost pass attempts=1 tools=1 schema_bytes=4640",
      "token-budget token-cost pass attempts=1 tools=1 total_tokens=1160",
      "catalog-pagination pagination pass attempts=1 tools=1 pages=1",
      "protocol-negotiation protocol-negotiation pass attempts=3",
      ...toolLines("sequentialthinking", true),
      "sequentialthinking-contention contention pass attempts=2",
      "sequentialthinking-payload payload-bounds pass attempts=1 latency_ms=N",
      "sequential-thinking gate 10/10 passed",
      "sequential-thinking readiness not measured",
    ],
  },
};

for (const [name, { written, verdicts }] of Object.entries(EXPECTED)) {
  Deno.test(`init and probe of ${name} from npm`, async () => {
    await using folder = await tempFolder();
    const server = await realServer(name as ServerName, folder);
    const init = ["init", "--server", name, ...server.initOptions];
    const drafted = await mcpeval(server, folder, init);
    assert.deepEqual([drafted.code, drafted.stderr], [0, ""]);
    assert.deepEqual(lines(drafted.stdout).slice(0, -1), written);
    assert.match(drafted.stdout, /\nnext: .*\n$/);
    const manifest = await Deno.readTextFile(folder.file("mcp-eval.manifest.json"));
    assert.ok(!manifest.includes(server.secret));

    const probe = ["probe", "--server", name, "--gate-only"];
    const probed = await mcpeval(server, folder, probe);
    assert.deepEqual([probed.code, probed.stderr], [0, ""]);
    assert.deepEqual(verdictLines(probed.stdout), verdicts);

    const first = await mcpeval(server, folder, [...probe, "--format", "json"]);
    const second = await mcpeval(server, folder, [...probe, "--format", "json"]);
    assert.deepEqual([first.code, second.code], [0, 0]);
    assert.equal(withoutLatency(first.stdout), withoutLatency(second.stdout));
    const { gate, passed } = JSON.parse(first.stdout);
    assert.deepEqual([gate.passed, gate.total, passed], [
      verdicts.length - 2,
      verdicts.length - 2,
      true,
    ]);
  });
}

Deno.test("a dry run of init decides by the annotations of filesystem from npm", async () => {
  await using folder = await tempFolder();
  const server = await realServer("filesystem", folder);
  const dry = await mcpeval(server, folder, ["init", "--server", "files", "--dry-run"]);
  assert.deepEqual([dry.code, dry.stderr], [0, ""]);
  assert.deepEqual(lines(dry.stdout).slice(0, -1), [
    "read_file  candidate (readOnlyHint)",
    "read_text_file  candidate (readOnlyHint)",
    "read_media_file  candidate (readOnlyHint)",
    "read_multiple_files  candidate (readOnlyHint)",
    "write_file  skipped: destructiveHint",
    "edit_file  skipped: destructiveHint",
    "create_directory  skipped: readOnlyHint=false",
    "list_directory  candidate (readOnlyHint)",
    "list_directory_with_sizes  candidate (readOnlyHint)",
    "directory_tree  candidate (readOnlyHint)",
    "move_file  skipped: destructiveHint",
    "search_files  candidate (readOnlyHint)",
    "get_file_info  candidate (readOnlyHint)",
    "list_allowed_directories  candidate (readOnlyHint)",
  ]);
  assert.match(dry.stdout, /\ndry run: .*\n$/);
  const files = [...Deno.readDirSync(folder.path)].map(({ name }) => name).toSorted();
  assert.deepEqual(files, ["arguments.json", "files"]);
});

Deno.test("everything from npm fails what it cannot fulfil, each case for its own reason", async () => {
  await using folder = await tempFolder();
  const server = await realServer("everything", folder);
  const manifest = await folder.write("failing.json", JSON.stringify(FAILING_MANIFEST));
  const probe = ["probe", "--server", "everything", "--gate-only", "--manifest", manifest];
  const { code, stdout, stderr } = await mcpeval(server, folder, probe);
  const hinted = /^ {2}hint: /;
  const verdicts = verdictLines(stdout).filter((line) => !hinted.test(line));
  assert.deepEqual(verdicts.map((line) => line.replace(/(limit=100 observed=)3\d\d$/, "$1N")), [
    "few-tools discovery-cost fail attempts=1 first_failure=1 reason=discovery-limit-exceeded " +
    "tools=13 schema_bytes=7653 bound=max_tools limit=5 observed=13",
    "few-bytes discovery-cost fail attempts=1 first_failure=1 reason=discovery-limit-exceeded " +
    "tools=13 schema_bytes=7653 bound=max_schema_bytes limit=1000 observed=7653",
    "few-tokens token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded " +
    "tools=13 total_tokens=1915 bound=max_total_tokens limit=1000 observed=1915",
    "  heaviest: gzip-file-as-resource 285, get-structured-content 233, " +
    "simulate-research-query 212",
    "light-tools token-cost fail attempts=1 first_failure=1 reason=token-budget-exceeded " +
    "tools=13 total_tokens=1915 bound=max_tool_tokens limit=100 observed=285",
    "  heaviest: gzip-file-as-resource 285, get-structured-content 233, " +
    "simulate-research-query 212",
    "no-argument schema-guessability fail attempts=0 first_failure=1 " +
    "reason=missing-required-argument",
    "wrong-type schema-guessability fail attempts=1 first_failure=1 reason=unexpected-outcome",
    "never-works degradation-over-n fail attempts=1 first_failure=1 reason=unexpected-outcome",
    "slow latency-budget fail attempts=1 first_failure=1 reason=latency-budget-exceeded " +
    "latency_ms=N bound=max_latency_ms limit=100 observed=N",
    "no-output output-schema fail attempts=1 first_failure=1 " +
    "reason=output-schema-declared-but-missing",
    "both-fail contention fail attempts=2 first_failure=2 reason=contended-client-failed",
    "must-be-handled payload-bounds fail attempts=1 first_failure=1 reason=unexpected-outcome " +
    "latency_ms=N",
    "unsendable payload-bounds fail attempts=1 first_failure=1 reason=payload-unhandled " +
    "latency_ms=N",
    "still-there schema-guessability pass attempts=1",
    "everything gate 1/13 passed",
    "everything readiness not measured",
  ]);
  assert.equal(lines(stdout).filter((line) => hinted.test(line)).length, 12);
  assert.ok(!stdout.includes("SECRET-argument"), "an argument was shown");
  assert.deepEqual([code, stderr], [1, ""]);
});
