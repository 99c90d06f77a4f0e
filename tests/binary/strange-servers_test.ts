/** Whole runs of the compiled program on servers of which it has to say what is wrong. */

import assert from "node:assert/strict";
import type { JsonObject } from "../../core/mcp/json.ts";
import { BINARY, DEMO, type Ran, run, tempFolder } from "../cli/run.ts";
import type { Action, Behavior } from "../probes/behavior.ts";
import { entry } from "../probes/fake-session.ts";
import { isError, ok, serving } from "../probes/replies.ts";
import { offer, type Transport } from "../probes/served.ts";

const TRANSPORTS = ["stdio", "http"] as const;
const READ_ONLY = { annotations: { readOnlyHint: true } };

/** Runs a command on a fake server, with a home of its own. */
async function mcpeval(
  words: string[],
  behavior: Behavior,
  transport: Transport,
): Promise<Ran> {
  await using servers = await offer([behavior], transport);
  const { target } = servers;
  const server = target.kind === "stdio" ? ["--", ...target.command] : ["--url", target.url];
  return await atHome([...words, ...server]);
}

async function atHome(words: string[]): Promise<Ran> {
  await using home = await tempFolder();
  return await run(BINARY, words, { env: { MCPEVAL_HOME: home.path } });
}

/** Probes a server with cases; each wait is 3 s long. */
async function probe(cases: JsonObject[], behavior: Behavior, transport: Transport): Promise<Ran> {
  await using folder = await tempFolder();
  const document = { version: 1, timeout_ms: 3000, probes: cases };
  const manifest = await folder.write("m.json", JSON.stringify(document));
  const words = ["probe", "--server", "fake", "--gate-only", "--brief", "--manifest", manifest];
  return await mcpeval(words, behavior, transport);
}

const call = (id: string, tool: string): JsonObject => (
  { id, probe: "schema-guessability", tool, access: "read_only", arguments: {} }
);

for (const transport of TRANSPORTS) {
  for (const name of ["with space", "a/b", "ünï", ""]) {
    Deno.test(`compiled over ${transport}: the tool name '${name}' is an invalid entry`, async () => {
      const tools = [entry("a.b"), { ...entry(name), description: "SECRET-1" }];
      const ran = await probe([call("look", "a.b")], { tools }, transport);
      assert.deepEqual(ran, {
        code: 3,
        stdout: "",
        stderr: "Error: listing tools failed\n\nCaused by:\n" +
          "    page 1: entry 2 of tools/list has no name of 1 to 128 of A-Za-z0-9_.:-\n",
      });
    });
  }

  Deno.test(`compiled over ${transport}: a server that dies of a cancellation`, async () => {
    const behavior = serving({
      t: [[ok], [{ until: "notifications/cancelled" }, { exit: 1 }]],
      good: [ok],
    });
    const cancel = {
      ...{ id: "cancel", probe: "cancellation", tool: "t", access: "read_only" },
      ...{ arguments: {}, grace_seconds: 1, reason: "user" },
    };
    const ran = await probe(
      [cancel, call("first", "good"), call("second", "good")],
      behavior,
      transport,
    );
    const reason = transport === "stdio" ? "transport-closed" : "transport-error";
    assert.deepEqual({ code: ran.code, stdout: ran.stdout }, {
      code: 3,
      stdout: `cancel cancellation error reason=${reason}\n` +
        "first schema-guessability pass attempts=1\n" +
        "second schema-guessability pass attempts=1\n" +
        "fake gate 2/3 passed\n" +
        "fake readiness not measured\n",
    });
    assert.equal(
      ran.stderr,
      transport === "stdio"
        ? "cancel transport-closed: the server ended with exit code 1\n"
        : "cancel transport-error: the connection was lost\n",
    );
  });

  Deno.test(`compiled over ${transport}: readiness judges structured content of successes only`, async () => {
    const outputSchema = { type: "object", properties: { n: {} }, required: ["n"] };
    const behavior = {
      tools: ["absent", "fails", "fits", "plain"].map((name) =>
        entry(name, name === "plain" ? READ_ONLY : { ...READ_ONLY, outputSchema })
      ),
      on: {
        "tools/call absent": [ok],
        "tools/call fails": [isError],
        "tools/call fits": [{ result: { content: [], structuredContent: { n: 1 } } }],
        "tools/call plain": [ok],
      },
    };
    const { code, stdout } = await mcpeval(["score", "--server", "fake"], behavior, transport);
    assert.equal(code, 0);
    const broken = stdout.split("\n").filter((line) => line.includes("output-schema-broken"));
    assert.deepEqual(broken.map((line) => line.replace(/score=\d+/, "score=#")), [
      "  lost reliability.output-schema score=# tool=absent reason=reliability-output-schema-broken",
    ]);
  });

  for (
    const [offered, words] of [
      ["2025-06-18", []],
      ["2025-11-25", ["--protocol", "2025-11-25"]],
    ] as const
  ) {
    Deno.test(`compiled over ${transport}: a modern server is named when ${offered} is offered`, async () => {
      const data = { supported: ["2026-07-28", "SECRET-1"], requested: offered };
      const refusal: Action = { error: { code: -32022, message: "SECRET-1", data } };
      const behavior: Behavior = { on: { initialize: [refusal] } };
      const told = `the server does not serve MCP ${offered}, which this run offered; ` +
        "it offers 2026-07-28";
      const score = await mcpeval(["score", "--server", "fake", ...words], behavior, transport);
      assert.deepEqual([score.code, score.stderr], [
        3,
        `standard battery transport-error: ${told}\n`,
      ]);
      assert.match(score.stdout, /^fake readiness error reason=transport-error$/m);
      await using folder = await tempFolder();
      const output = ["--output", folder.file("m.json")];
      const init = await mcpeval(
        ["init", "--server", "fake", ...output, ...words],
        behavior,
        transport,
      );
      assert.deepEqual(init, {
        code: 3,
        stdout: "",
        stderr: `Error: initializing MCP server failed\n\nCaused by:\n    ${told}\n`,
      });
    });
  }

  Deno.test(`compiled over ${transport}: the report says which revision was asked for and got`, async () => {
    const versions = { "2025-11-25": "2025-06-18" };
    const words = ["score", "--server", "fake", "--format", "json", "--protocol", "2025-11-25"];
    const { code, stdout } = await mcpeval(words, { tools: [entry("a")], versions }, transport);
    assert.equal(code, 0);
    assert.deepEqual(JSON.parse(stdout).protocol, {
      requested: "2025-11-25",
      era: "legacy",
      revision: "2025-06-18",
      eras: { legacy: "served", modern: "unprobed" },
      revisions: ["2025-06-18"],
    });
  });

  Deno.test(`compiled over ${transport}: two runs give the same bytes but for latencies`, async () => {
    const behavior = {
      ...serving({ good: [ok], bad: [isError], hangs: [] }),
      capabilities: { resources: {}, prompts: {} },
    };
    const cases = [
      call("good", "good"),
      call("bad", "bad"),
      call("hangs", "hangs"),
      { ...call("fast", "good"), probe: "latency-budget", attempts: 3, max_latency_ms: 60_000 },
      { ...call("both", "good"), probe: "contention" },
      {
        ...{ id: "cost", probe: "token-cost", access: "read_only" },
        ...{ max_total_tokens: 10, max_tool_tokens: null },
      },
    ];
    await using folder = await tempFolder();
    const document = { version: 1, timeout_ms: 1500, probes: cases };
    const manifest = await folder.write("m.json", JSON.stringify(document));
    const words = ["probe", "--server", "fake", "--format", "json", "--manifest", manifest];
    const [first, second] = [
      await mcpeval(words, behavior, transport),
      await mcpeval(words, behavior, transport),
    ];
    assert.equal(first.code, 3);
    assert.match(first.stdout, /"reason": "transport-timeout"/);
    assert.equal(steady(second.stdout), steady(first.stdout));
    assert.equal(second.stderr, first.stderr);
  });
}

/** A report without its latencies. */
function steady(report: string): string {
  assert.match(report, /"latency_ms": \d+/);
  return report.replace(/"latency_ms": \d+/g, '"latency_ms": 0');
}

Deno.test("compiled: two runs on the demo give the same bytes but for latencies", async () => {
  await using folder = await tempFolder();
  const manifest = folder.file("m.json");
  const init = ["init", "--server", "demo", "--confirm-read-only", "--output", manifest];
  assert.equal((await atHome([...init, "--", DEMO])).code, 0);
  const words = ["probe", "--server", "demo", "--manifest", manifest, "--format", "json", "--"];
  for (const broken of [[], ["--broken", "flaky"]]) {
    const [first, second] = await Promise.all(
      [1, 2].map(() => atHome([...words, DEMO, ...broken])),
    );
    assert.equal(first?.code, broken.length === 0 ? 0 : 1);
    assert.equal(steady(second?.stdout ?? ""), steady(first?.stdout ?? ""));
  }
});

Deno.test("compiled over http: a modern server may refuse with HTTP 400", async () => {
  const error = { code: -32022, message: "SECRET-1", data: { supported: ["2026-07-28"] } };
  await using server = Deno.serve(
    { hostname: "127.0.0.1", port: 0, onListen() {} },
    async (asked) => {
      const { id } = await asked.json();
      return Response.json({ jsonrpc: "2.0", id, error }, { status: 400 });
    },
  );
  const url = `http://127.0.0.1:${server.addr.port}/mcp`;
  await using folder = await tempFolder();
  const output = ["--output", folder.file("m.json")];
  const ran = await atHome(["init", "--server", "fake", ...output, "--url", url]);
  assert.deepEqual(ran, {
    code: 3,
    stdout: "",
    stderr: "Error: initializing MCP server failed\n\nCaused by:\n" +
      "    the server does not serve MCP 2025-06-18, which this run offered; it offers 2026-07-28\n",
  });
});

Deno.test("compiled over stdio: a message that is nested too deep is told apart from text", async () => {
  const deep = `{"jsonrpc":"2.0","method":"x","params":${"[".repeat(127)}${"]".repeat(127)}}`;
  const behavior = serving({ t: [{ line: "SECRET-1" }, { line: deep }, { line: deep }, ok] });
  const ran = await probe([call("look", "t")], behavior, "stdio");
  assert.equal(ran.code, 0);
  assert.equal(
    ran.stderr,
    "the server wrote 1 line to stdout that is not a protocol message, line 3; " +
      "write logs to stderr\n" +
      "the server wrote 2 messages to stdout that cannot be read and were ignored, " +
      "the first in line 4: nesting is deeper than 127 containers\n",
  );
});

Deno.test("compiled over http: an answer that is nested too deep breaks its call, and is told so", async () => {
  const deep = `{"jsonrpc":"2.0","id":$id,"result":{"a":${"[".repeat(127)}${"]".repeat(127)}}}`;
  const behavior = serving({ t: [{ line: deep }], good: [ok] });
  const ran = await probe([call("look", "t"), call("next", "good")], behavior, "http");
  assert.equal(ran.code, 3);
  assert.equal(
    ran.stderr,
    "look transport-error: the server sent an event that cannot be read: " +
      "nesting is deeper than 127 containers\n",
  );
});
