import assert from "node:assert/strict";
import { type Json, parseJson } from "../../core/mcp/json.ts";
import { InvalidCall, serveTools } from "../../serve/tools.ts";
import { type FakeBackend, fakeBackend, finding, report } from "./fake-backend.ts";

/** Calls a tool of a service with or without evaluations. */
function caller(backend: FakeBackend, allowSpawn = true) {
  const tools = serveTools(backend, allowSpawn);
  const call = (name: Json | undefined, args?: string, signal = new AbortController().signal) =>
    tools.call(name, args === undefined ? undefined : parseJson(args), {
      signal,
      onProgress() {},
    });
  /** The text of a result; `failed: …` when it says so, `refused: …` when the call broke a rule. */
  async function text(name: Json | undefined, args?: string): Promise<string> {
    try {
      const result = await call(name, args);
      const failed = "isError" in result ? "failed: " : "";
      return failed + result.content[0].text;
    } catch (error) {
      if (error instanceof InvalidCall) return `refused: ${error.message}`;
      throw error;
    }
  }
  return { tools, call, text };
}

Deno.test("a call is judged in a fixed order before a tool runs", async () => {
  const { text } = caller(fakeBackend(), false);
  assert.equal(await text(undefined, "[]"), "refused: tools/call is missing a tool name");
  assert.equal(await text(7, "{}"), "refused: tools/call is missing a tool name");
  assert.match(await text("run_probe", "[]"), /^refused: run_probe .*--allow-spawn/);
  assert.match(await text("score", "{}"), /^refused: score .*--allow-spawn/);
  assert.equal(await text("toString", "{}"), "refused: unknown tool toString");
  assert.equal(
    await text("get_finding", "null"),
    "refused: invalid tool arguments: expected type object",
  );
  assert.equal(
    await text("get_finding"),
    "refused: invalid tool arguments: missing required property finding_id",
  );
  assert.equal(
    await text("get_finding", '{"finding_id":["SECRET"]}'),
    "refused: invalid tool arguments at /finding_id: expected type string",
  );
  assert.match(await text("list_findings", '{"state":"odd","more":1}'), /^no findings/);
});

Deno.test("findings are rows in their order, filtered by state", async () => {
  const backend = fakeBackend();
  const { call, text } = caller(backend);
  const second = finding({
    finding_id: "finding-ffffffffffffffff",
    tool: null,
    state: "closed",
    probe_id: "case-1",
    repro: { b: "str<=8", a: ["int"] } as never,
  });
  backend.loaded = { kind: "findings", findings: [finding(), second] };
  const rows = [
    "finding-0123456789abcdef files/read_file state=open severity=medium class=recurring-error " +
    "probe=none failures=3/9 sessions=2 repro=null",
    "finding-ffffffffffffffff files/unlisted state=closed severity=medium class=recurring-error " +
    'probe=case-1 failures=3/9 sessions=2 repro={"a":["int"],"b":"str<=8"}',
  ];
  assert.deepEqual(await call("list_findings"), {
    content: [{ type: "text", text: rows.join("\n\n") }],
    structuredContent: { text: rows.join("\n\n") },
  });
  assert.equal(await text("list_findings", '{"state":"closed"}'), rows[1]);
  assert.equal(
    await text("list_findings", '{"state":"verifying"}'),
    "no findings in this state; in any state: 2",
  );
  assert.equal(
    await text("get_finding", '{"finding_id":"finding-0123456789abcdef"}'),
    `${rows[0]}\nhint: look there`,
  );
  assert.equal(await text("get_finding", '{"finding_id":"other"}'), "failed: no such finding");
});

Deno.test("no index is no finding; an index without findings is a failure", async () => {
  const backend = fakeBackend();
  const { text } = caller(backend);
  assert.match(await text("list_findings"), /^no findings/);
  assert.equal(await text("get_finding", '{"finding_id":"x"}'), "failed: no such finding");
  backend.loaded = { kind: "unusable" };
  const unavailable = /^failed: findings unavailable.*mcpeval index.*mcpeval promote/;
  assert.match(await text("list_findings"), unavailable);
  assert.match(await text("get_finding", '{"finding_id":"x"}'), unavailable);
});

Deno.test("trends are one line per point, and the records as they are", async () => {
  const backend = fakeBackend();
  const { call, text } = caller(backend);
  assert.match(await text("get_readiness_trends"), /^no trend history yet/);
  const point = {
    ts: "2026-11-30T12:00:00.000Z",
    server: "files",
    passed: false,
    cases_total: 4,
    cases_passed: 3,
    score: 88,
    manifest_sha256: "0123456789".repeat(6) + "0123",
  };
  const points = [{ point, delta: null }, { point, delta: "-5" }];
  backend.history = { ok: true, value: [{ server: "files", points }] };
  const line = "files 2026-11-30T12:00:00.000Z score=88/100 cases=3/4 FAILING";
  assert.deepEqual(await call("get_readiness_trends"), {
    content: [{
      type: "text",
      text: `${line} manifest=01234567\n${line} -5 manifest=01234567`,
    }],
    structuredContent: { points: [point, point] },
  });
  backend.history = {
    ok: false,
    failure: { exit: 3, message: "trend history is corrupt", causes: ["/home/x line 1"] },
  };
  assert.equal(await text("get_readiness_trends"), "failed: trend history is corrupt");
});

Deno.test("an annotation's arguments are judged in a fixed order", async () => {
  const backend = fakeBackend();
  const { text } = caller(backend);
  const id = "5c7b0000-0000-4000-8000-00000000000A";
  const exclusively = /^failed: .*exclusively/;
  const annotate = (args: string) => text("record_annotation", args);
  assert.match(await annotate('{"kind":1,"event_id":null}'), exclusively);
  assert.match(await annotate(`{"event_id":"${id}","seq":1,"kind":"x","note":"y"}`), exclusively);
  const invalid = /^failed: invalid annotation arguments/;
  for (
    const args of [
      "null",
      "[]",
      "{}",
      '{"kind":"workaround"}',
      '{"kind":"workaround","note":"x","more":1}',
      '{"kind":"workaround","note":1}',
      '{"kind":"workaround","note":"x","event_id":"no uuid"}',
      '{"kind":"workaround","note":"x","session":"s","seq":-1}',
      '{"kind":"workaround","note":"x","session":"s","seq":1.0}',
      '{"kind":"workaround","note":"x","session":"s","seq":18446744073709551616}',
    ]
  ) assert.match(await annotate(args), invalid, args);
  assert.match(await annotate('{"kind":"x","note":"a\\nb"}'), /control characters/);
  assert.match(await annotate('{"kind":"x","note":"a"}'), exclusively);
  assert.match(await annotate('{"kind":"x","note":"a","session":"s"}'), exclusively);
  const v1 = "5c7b0000-0000-1000-8000-000000000000";
  assert.match(await annotate(`{"kind":"x","note":"a","event_id":"${v1}"}`), exclusively);
  assert.match(
    await annotate('{"kind":"x","note":"a","session":"s","seq":0}'),
    /^failed: unknown annotation kind.*blocked-optimal-path.*workaround/,
  );
  const long = `{"kind":"workaround","note":"${"ä".repeat(241)}","session":"s","seq":0}`;
  assert.match(await annotate(long), /240 characters/);
  assert.deepEqual(backend.annotated, []);
});

Deno.test("an annotation is recorded by event or by session, whose name is not repeated", async () => {
  const backend = fakeBackend();
  const { text } = caller(backend);
  const note = "𝒳".repeat(240);
  assert.equal(
    await text(
      "record_annotation",
      `{"kind":"false-success","note":"${note}","event_id":"urn:uuid:5C7B0000-0000-4000-8000-00000000000A"}`,
    ),
    "recorded false-success annotation for event 5c7b0000-0000-4000-8000-00000000000a",
  );
  assert.equal(
    await text(
      "record_annotation",
      '{"kind":"workaround","note":"","session":"","seq":18446744073709551615}',
    ),
    "recorded workaround annotation for session:<hashed> seq 18446744073709551615",
  );
  assert.deepEqual(backend.annotated, [
    [{ event_id: "5c7b0000-0000-4000-8000-00000000000a" }, "false-success", note],
    [{ session: "", seq: 18446744073709551615n }, "workaround", ""],
  ]);
});

Deno.test("an evaluation needs exactly one server", async () => {
  const backend = fakeBackend();
  const { text } = caller(backend);
  const manifest = '"manifest":{}';
  const verify = `"finding_id":"f","case_id":"c",${manifest}`;
  const either = /^failed: .*command array or a url/;
  const neither = /^failed: an endpoint or stdio command is required/;
  const both = '"command":["x"],"url":""';
  assert.match(await text("run_probe", `{${manifest}}`), either);
  assert.match(await text("run_probe", `{${manifest},"command":[]}`), either);
  assert.match(await text("scaffold", "{}"), either);
  assert.match(await text("score", "{}"), neither);
  assert.match(await text("score", '{"url":null}'), neither);
  assert.match(await text("verify_finding", `{${verify}}`), neither);
  assert.match(await text("run_probe", `{${manifest},${both}}`), /^failed: .*not both/);
  assert.match(await text("scaffold", `{${both}}`), /^failed: .*not both/);
  assert.match(await text("score", `{${both}}`), /^failed: .*not both/);
  assert.match(await text("verify_finding", `{${verify},${both}}`), /^failed: .*not both/);
  assert.deepEqual(backend.jobs, []);
  assert.equal(await text("score", '{"url":""}'), "failed: no server: why");
});

Deno.test("strict tools name the argument that is wrong, the others ignore what they do not know", async () => {
  const backend = fakeBackend();
  const { text } = caller(backend);
  const invalid = "failed: invalid score arguments";
  assert.equal(await text("score", "[]"), `${invalid}: expected type object`);
  assert.equal(
    await text("score", '{"command":["x"],"allow_mutation":true}'),
    `${invalid}: violates additionalProperties`,
  );
  assert.equal(
    await text("score", '{"command":null}'),
    `${invalid} at /command: expected type array`,
  );
  assert.equal(
    await text("verify_finding", '{"command":["x"],"finding_id":"a","case_id":"b"}'),
    "failed: invalid verify_finding arguments: missing required property manifest",
  );
  await text("score", '{"command":["x","y"],"server_label":null,"url":null,"skip_tools":["t"]}');
  await text("scaffold", '{"url":"http://localhost/","server_label":"a","confirm_read_only":true}');
  await text("run_probe", '{"manifest":{"a":1.0},"command":["x"],"allow_mutation":true}');
  await text("verify_finding", '{"manifest":{},"command":["x"],"finding_id":"f","case_id":"c"}');
  const target = { kind: "stdio", command: ["x"] };
  assert.deepEqual(backend.jobs, [
    {
      tool: "score",
      target: { kind: "stdio", command: ["x", "y"] },
      server: "probed",
      attested: false,
      skipTools: ["t"],
    },
    {
      tool: "scaffold",
      target: { kind: "http", url: "http://localhost/" },
      server: "a",
      attested: true,
    },
    { tool: "run_probe", target, server: "probed", manifest: { a: Object(1) } },
    { tool: "verify_finding", target, findingId: "f", caseId: "c", manifest: {} },
  ]);
});

Deno.test("one evaluation runs at a time; the protocol's own rules come first", async () => {
  const backend = fakeBackend();
  const gate = Promise.withResolvers<void>();
  const { call, text } = caller(backend);
  backend.evaluating = async () => {
    await gate.promise;
    return { ok: true, value: { kind: "manifest", text: "{}" } };
  };
  const running = call("scaffold", '{"command":["x"]}');
  const busy = "failed: an evaluation already running has to end first; try later";
  assert.equal(await text("scaffold", '{"command":["x"]}'), busy);
  assert.equal(await text("score", '{"bad":1}'), busy);
  assert.equal(await text("verify_finding", "null"), busy);
  assert.match(await text("run_probe", "{}"), /^refused: invalid tool arguments/);
  assert.match(await text("list_findings"), /^no findings/);
  gate.resolve();
  assert.deepEqual(await running, {
    content: [{ type: "text", text: "{}" }],
    structuredContent: { text: "{}" },
  });
  assert.equal(await text("scaffold", '{"command":["x"]}'), "{}");
});

Deno.test("an evaluation that nobody waits for is ended, then the next may run", async () => {
  const backend = fakeBackend();
  const gate = Promise.withResolvers<void>();
  const { call, text } = caller(backend);
  backend.evaluating = async () => {
    await gate.promise;
    return { ok: false, failure: { exit: 3, message: "ended", causes: [] } };
  };
  const controller = new AbortController();
  const running = call("score", '{"command":["x"]}', controller.signal);
  controller.abort();
  assert.equal(backend.cancelled, 1);
  assert.match(await text("score", '{"command":["x"]}'), /already running/);
  gate.resolve();
  assert.equal((await running).content[0].text, "ended");
  assert.equal(await text("score", '{"command":["x"]}'), "failed: ended");
  assert.equal(backend.cancelled, 1);
});

Deno.test("a report is told by its reasons and hints, and kept when readiness was measured", async () => {
  const backend = fakeBackend();
  const { call, text, tools } = caller(backend);
  const failed = {
    id: "case-1",
    probe: "token-cost",
    tool: null,
    passed: false,
    attempts: 1,
    first_failure: 1,
    reason: "token-budget-exceeded",
    hint: "cut",
    detail: null,
    measurements: {},
  } as const;
  const passed = { ...failed, id: "case-2", passed: true, reason: null, hint: null };
  const readiness = { score: 91, standard: "mcpeval-standard/2" } as never;
  const scoring = '{"command":["x"]}';
  const given = (value: ReturnType<typeof report>) => {
    backend.evaluating = () =>
      Promise.resolve({ ok: true, value: { kind: "report", report: value } });
  };
  given(report({ cases: [passed] }));
  assert.equal(await text("score", scoring), "all cases passed");
  assert.equal(tools.lastReport, null);
  const measured = report({ cases: [passed], readiness });
  given(measured);
  assert.deepEqual(await call("score", scoring), {
    content: [{ type: "text", text: "all cases passed; readiness 91/100 (mcpeval-standard/2)" }],
    structuredContent: { ...measured },
  });
  given(report({ cases: [failed, passed], readiness_error: "transport-closed", passed: false }));
  const lines = (await text("score", scoring)).split("\n");
  assert.equal(lines[0], "case-1: token-budget-exceeded — cut");
  assert.match(lines[1] ?? "", /^readiness not measured: transport-closed — \w/);
  assert.equal(lines.length, 2);
  assert.equal(tools.lastReport, measured);
});

Deno.test("a verification is told with its state, or that nothing was recorded", async () => {
  const backend = fakeBackend();
  const { call, text } = caller(backend);
  const common = {
    kind: "verification",
    findingId: "finding-0123456789abcdef",
    caseId: "case-1",
    report: report(),
  } as const;
  const args = '{"manifest":{},"command":["x"],"finding_id":"f","case_id":"c"}';
  const lifecycle = { state: "verifying", consecutive_passes: 2 } as const;
  backend.evaluating = () =>
    Promise.resolve({ ok: true, value: { ...common, verified: true, reason: null, lifecycle } });
  assert.deepEqual(await call("verify_finding", args), {
    content: [{
      type: "text",
      text: "finding-0123456789abcdef state=verifying probe=case-1 consecutive_passes=2",
    }],
    structuredContent: {
      finding_id: "finding-0123456789abcdef",
      case_id: "case-1",
      verified: true,
      reason: null,
      lifecycle,
      report: report(),
    },
  });
  const reason = "transport-timeout";
  backend.evaluating = () =>
    Promise.resolve({
      ok: true,
      value: { ...common, verified: false, reason, lifecycle: null },
    });
  assert.equal(
    await text("verify_finding", args),
    "finding-0123456789abcdef not verified: probe=case-1 reason=transport-timeout",
  );
});

Deno.test("what the command line would print to stderr is a second text, of a failure, too", async () => {
  const backend = fakeBackend();
  const { call } = caller(backend);
  backend.diagnostics = ["a line", "one more"];
  const second = { type: "text", text: "a line\none more" };
  const args = '{"command":["x"]}';
  assert.deepEqual(await call("score", args), {
    content: [{ type: "text", text: "no server: why" }, second],
    isError: true,
  });
  backend.evaluating = () => Promise.resolve({ ok: true, value: { kind: "manifest", text: "{}" } });
  assert.deepEqual(await call("scaffold", args), {
    content: [{ type: "text", text: "{}" }, second],
    structuredContent: { text: "{}" },
  });
  backend.evaluating = () =>
    Promise.resolve({ ok: true, value: { kind: "report", report: report() } });
  assert.deepEqual((await call("run_probe", '{"command":["x"],"manifest":{}}')).content, [
    { type: "text", text: "all cases passed" },
    second,
  ]);
});
