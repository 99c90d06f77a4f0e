import assert from "node:assert/strict";
import { inspectGuidance } from "../../core/guidance/inspect.ts";
import { PROFILE_NAMES, type ProfileName } from "../../core/guidance/profiles.ts";
import { Fault } from "../../core/mcp/faults.ts";
import type { JsonObject } from "../../core/mcp/json.ts";
import { fakeConnector, type FakeSession, fakeSession, result } from "../probes/fake-session.ts";

const SOUND: JsonObject = { protocolVersion: "2025-06-18", capabilities: { tools: {} } };

/** A session whose handshake brought this, and which lists these tools. */
function server(introduction: JsonObject | null, tools: string[] = []): FakeSession {
  const session = fakeSession({
    list: () => result({ tools: tools.map((name) => ({ name, inputSchema: {} })) }),
  });
  return Object.assign(session, { introduction });
}

/** Looks at one server per profile; a fault stands for one that cannot be reached. */
async function inspect(servers: { [Name in ProfileName]?: FakeSession | Fault }) {
  const lines: string[] = [];
  const declared: unknown[] = [];
  const queue = Object.values(servers);
  const connector = Object.assign(fakeConnector(), {
    connect(options: { capabilities?: JsonObject }) {
      declared.push(options.capabilities);
      const next = queue.shift();
      return next instanceof Fault ? Promise.reject(next) : Promise.resolve(next);
    },
  });
  const observations = await inspectGuidance({
    connector,
    revision: "2025-06-18",
    profiles: Object.keys(servers) as ProfileName[],
    settleMs: 0,
    onDiagnostic: (line) => lines.push(line),
  });
  return { observations, lines, declared };
}

Deno.test("guidance: each profile declares its capabilities, on a connection of its own", async () => {
  const servers = PROFILE_NAMES.map((name) => [name, server(SOUND)] as const);
  const { declared } = await inspect(Object.fromEntries(servers));
  assert.deepEqual(declared, [
    {},
    { roots: { listChanged: false } },
    { sampling: {} },
    { elicitation: {} },
    { roots: { listChanged: false }, sampling: {}, elicitation: {} },
  ]);
  for (const [, session] of servers) {
    assert.deepEqual(session.log, ["tools/list"]);
    assert.ok(session.closed);
  }
});

Deno.test("guidance: references are exact names between backticks, known to any profile", async () => {
  const instructions = "`a``b` and ` c`, `d`e`, `a b`, f`, `nowhere`, `z";
  const { observations } = await inspect({
    none: server({ ...SOUND, instructions }, ["b", "a"]),
    roots: server(SOUND, ["c", "d", "e", "f", "z"]),
  });
  assert.deepEqual(observations, [
    {
      profile: "none",
      seen: { tools: ["a", "b"], instructed: true, referenced: ["a", "b", "d", "z"] },
    },
    {
      profile: "roots",
      seen: { tools: ["c", "d", "e", "f", "z"], instructed: false, referenced: [] },
    },
  ]);
});

Deno.test("guidance: empty instructions are instructions", async () => {
  const { observations } = await inspect({ none: server({ ...SOUND, instructions: "" }) });
  assert.deepEqual(observations[0]?.seen, { tools: [], instructed: true, referenced: [] });
});

Deno.test("guidance: a server without tools is not asked for them", async () => {
  const toolless = server({ protocolVersion: "2025-06-18", capabilities: {} }, ["a"]);
  const started = performance.now();
  const { observations } = await inspect({ none: toolless });
  assert.ok(performance.now() - started < 5_000);
  assert.deepEqual(observations[0]?.seen, { tools: [], instructed: false, referenced: [] });
  assert.deepEqual(toolless.log, []);
});

Deno.test("guidance: the server may settle before it is asked", async () => {
  const session = server(SOUND, ["a"]);
  const connector = Object.assign(fakeConnector(), { connect: () => Promise.resolve(session) });
  const started = performance.now();
  await inspectGuidance({
    connector,
    revision: "2025-06-18",
    profiles: ["none"],
    settleMs: 300,
  });
  assert.ok(performance.now() - started >= 299);
});

Deno.test("guidance: a handshake that breaks the rules costs its profile only", async () => {
  const broken: [JsonObject | null, string][] = [
    [null, "initialize has no result"],
    [{ ...SOUND, protocolVersion: "2025-03-26" }, "initialize did not agree to MCP 2025-06-18"],
    [{ capabilities: {} }, "initialize did not agree to MCP 2025-06-18"],
    [
      { protocolVersion: "2025-06-18" },
      "initialize was answered without an object of capabilities",
    ],
    [
      { ...SOUND, capabilities: [] },
      "initialize was answered without an object of capabilities",
    ],
    [{ ...SOUND, capabilities: { tools: true } }, "the capability tools is no object"],
    [{ ...SOUND, capabilities: { tools: null } }, "the capability tools is no object"],
    [{ ...SOUND, instructions: null }, "the instructions of initialize are no text"],
    [{ ...SOUND, instructions: ["SECRET"] }, "the instructions of initialize are no text"],
  ];
  for (const [introduction, message] of broken) {
    const first = server(introduction, ["a"]);
    const { observations, lines } = await inspect({ none: first, all: server(SOUND, ["a"]) });
    assert.deepEqual(observations, [
      { profile: "none", seen: null },
      { profile: "all", seen: { tools: ["a"], instructed: false, referenced: [] } },
    ]);
    assert.deepEqual(lines, [`profile none transport-error: ${message}`]);
    assert.ok(first.closed);
  }
});

Deno.test("guidance: a server that cannot be reached costs its profile only", async () => {
  const { observations, lines } = await inspect({
    none: new Fault("transport-closed", "it has gone"),
    roots: server(SOUND),
  });
  assert.deepEqual(observations.map(({ seen }) => seen === null), [true, false]);
  assert.deepEqual(lines, ["profile none transport-closed: it has gone"]);
});

Deno.test("guidance: a mistake of ours is not taken for one of the server's", async () => {
  const connector = Object.assign(fakeConnector(), {
    connect: () => Promise.reject(new TypeError("oops")),
  });
  await assert.rejects(
    inspectGuidance({ connector, revision: "2025-06-18", profiles: ["none"], settleMs: 0 }),
    TypeError,
  );
});
