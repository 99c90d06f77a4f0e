import assert from "node:assert/strict";
import {
  append,
  call,
  captured,
  dump,
  homeWith,
  indexed,
  lines,
  select,
  session,
  uuid,
} from "./home.ts";

/** `session:` and the SHA-256 of `nightly`. */
const NIGHTLY = "session:2a3b62b53ddb9f167b63d22202a360811ba78df015021f704d01ee9abad4169c";

Deno.test("every member of a call has its column", async () => {
  await using home = await homeWith({
    "calls-2026-03-04.jsonl": lines(
      captured(1, 1, {
        args: { b: "str<8", a: { array: 2, items: "num:1" } },
        outcome: "error",
        error: {
          code: "E1",
          layer: "str<8",
          retryable: true,
          kind: "str<8",
          template: "{message}",
          template_id: "0123456789abcdef",
        },
      }),
      captured(1, 2, { tool: undefined, latency_ms: undefined, method: "ping", kind: "synthetic" }),
    ),
  });
  assert.deepEqual(await indexed(home), { calls: 2, failures: 1, annotations: 0, replays: 0 });
  assert.deepEqual(select(home, "SELECT * FROM calls ORDER BY id"), [
    {
      id: 1,
      capture_id: "00000000-0000-4000-8000-000000000001",
      event_id: "00000000-0000-4000-8000-000000001001",
      ts: "2026-03-04T05:06:07.089Z",
      session: session(1),
      seq: 1,
      server: "demo",
      method: "tools/call",
      tool: "save",
      latency_ms: 3,
      outcome: "error",
      err_code: '"E1"',
      err_template: "{message}",
      err_template_id: "0123456789abcdef",
      err_retryable: 1,
      args: '{"a":{"array":2,"items":"num:1"},"b":"str<8"}',
      kind: "real",
    },
    {
      id: 2,
      capture_id: "00000000-0000-4000-8000-000000000001",
      event_id: "00000000-0000-4000-8000-000000001002",
      ts: "2026-03-04T05:06:07.089Z",
      session: session(1),
      seq: 2,
      server: "demo",
      method: "ping",
      tool: null,
      latency_ms: null,
      outcome: "ok",
      err_code: null,
      err_template: null,
      err_template_id: null,
      err_retryable: null,
      args: null,
      kind: "synthetic",
    },
  ]);
});

Deno.test("codes are kept as JSON, whether a failure can be retried as 0 or 1", async () => {
  const failed = (seq: number, error: unknown) => captured(1, seq, { outcome: "error", error });
  await using home = await homeWith({
    "calls-1.jsonl": lines(
      failed(1, { code: -32001, retryable: false }),
      failed(2, { code: null }),
      failed(3, {}),
      failed(4, { code: { object: 2 } }),
      failed(5, { code: "not an identifier" }),
      JSON.stringify(failed(6, { code: 1.5 })).replace("1.5", "1.0"),
      failed(7, undefined),
    ),
  });
  await indexed(home);
  assert.deepEqual(
    select(home, "SELECT err_code, err_retryable FROM calls ORDER BY id").map((row) =>
      Object.values(row)
    ),
    [
      ["-32001", 0],
      ["null", null],
      [null, null],
      ['{"object":2}', null],
      ['"str<32"', null],
      ["1.0", null],
      [null, null],
    ],
  );
});

Deno.test("what a journal should not hold does not reach the index", async () => {
  await using home = await homeWith({
    "calls-1.jsonl": lines(call({
      ts: "yesterday",
      session: "nightly",
      server: "a b",
      method: "tools call",
      tool: "a b",
      args: { "me@example.org": "secret", n: 5, list: ["x", "y"] },
      outcome: "error",
      error: { code: ["a"], template: "secret", template_id: "secret" },
      kind: "secret",
      more: "secret",
    })),
    "annotations-1.jsonl": lines(
      { ts: "x", session: "nightly", seq: 1, kind: "secret", note: "line\nbreak" },
    ),
  });
  await indexed(home);
  const { calls, annotations } = dump(home);
  assert.deepEqual(calls, [{
    id: 1,
    capture_id: null,
    event_id: null,
    ts: "unknown",
    session: NIGHTLY,
    seq: 1,
    server: "invalid",
    method: "unparsed/metadata",
    tool: null,
    latency_ms: 3,
    outcome: "error",
    err_code: '{"array":1}',
    err_template: "{message}",
    err_template_id: null,
    err_retryable: null,
    args: '{"list":{"array":2,"items":"str<8"},"n":"num:5","str<32":"str<8"}',
    kind: "unparsed",
  }]);
  assert.deepEqual(annotations, [{
    call_id: 1,
    event_id: null,
    session: NIGHTLY,
    seq: 1,
    ts: "unknown",
    kind: "invalid",
    note: "linebreak",
  }]);
});

Deno.test("rows follow the order of files, then of lines", async () => {
  await using home = await homeWith({
    "calls-2026-03-05.jsonl": lines(captured(1, 3)),
    "calls-2026-03-04.jsonl": lines(captured(2, 1), captured(1, 1)),
    "calls-unknown.jsonl": lines(captured(1, 2)),
  });
  await indexed(home);
  assert.deepEqual(
    select(home, "SELECT id, event_id FROM calls ORDER BY id").map(Object.values),
    [[1, uuid(2001)], [2, uuid(1001)], [3, uuid(1003)], [4, uuid(1002)]],
  );
});

Deno.test("only regular files of the store itself with the names of journals are read", async () => {
  await using home = await homeWith({
    "calls-.jsonl": lines(captured(1, 1)),
    "calls.jsonl": lines(captured(1, 2)),
    "calls-a.JSONL": lines(captured(1, 3)),
    "calls-a.jsonl.bak": lines(captured(1, 4)),
    "other-a.jsonl": lines(captured(1, 5)),
  });
  await Deno.mkdir(home.file("store/calls-folder.jsonl"));
  await Deno.mkdir(home.file("store/probes"));
  await home.write("store/probes/calls-a.jsonl", lines(captured(1, 6)));
  await Deno.symlink(home.file("store/calls.jsonl"), home.file("store/calls-link.jsonl"));
  assert.deepEqual(await indexed(home), { calls: 1, failures: 0, annotations: 0, replays: 0 });
  assert.deepEqual(select(home, "SELECT path FROM index_sources"), [{ path: "calls-.jsonl" }]);
});

Deno.test("an empty home has an empty index, and its store is made", async () => {
  await using home = await homeWith();
  await Deno.remove(home.file("store"));
  assert.deepEqual(await indexed(home), { calls: 0, failures: 0, annotations: 0, replays: 0 });
  assert.deepEqual(
    [...Deno.readDirSync(home.path)].map(({ name }) => name).sort(),
    ["index.db", "store"],
  );
});

Deno.test("blank lines are skipped, and a last line without an end waits for it", async () => {
  const first = lines(captured(1, 1));
  const second = lines(captured(1, 2));
  const name = "calls-2026-03-04.jsonl";
  await using home = await homeWith({ [name]: `\n${first} \t\r\n${second.slice(0, 50)}` });
  assert.equal((await indexed(home)).calls, 1);
  const [source] = select(home, "SELECT * FROM index_sources");
  assert.equal(source?.["offset"], first.length + 5);
  await append(home, name, second.slice(50, -1));
  assert.equal((await indexed(home)).calls, 1);
  assert.deepEqual(select(home, "SELECT * FROM index_sources"), [source]);
  await append(home, name, "\r\n");
  assert.equal((await indexed(home)).calls, 2);
});

Deno.test("the index notes how far it has read each journal, and by what event and capture", async () => {
  const text = lines(captured(1, 1));
  await using home = await homeWith({ "calls-1.jsonl": text });
  await indexed(home);
  const sha256 = async (text: string) =>
    new Uint8Array(await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text))).toHex();
  const { sources, events, captures, checkpoint } = dump(home);
  assert.deepEqual(sources, [
    { path: "calls-1.jsonl", offset: text.length, digest: await sha256(text) },
  ]);
  assert.deepEqual(events, [{ event: uuid(1001), digest: await sha256(text.slice(0, -1)) }]);
  assert.deepEqual(captures, [{ capture: uuid(1), session: session(1), server: "demo" }]);
  assert.deepEqual(checkpoint, [{ singleton: 1, version: 1, replayed_events: 0 }]);
});
