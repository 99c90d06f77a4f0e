import assert from "node:assert/strict";
import {
  append,
  call,
  captured,
  dump,
  homeWith,
  indexed,
  lines,
  refused,
  session,
  uuid,
} from "./home.ts";

const REMEDY = "move the file away or remove the line";

Deno.test("an event that is there twice as it was counts once", async () => {
  const failure = captured(1, 2, { outcome: "error", error: { code: -1 } });
  await using home = await homeWith({
    "calls-1.jsonl": lines(captured(1, 1), failure, captured(1, 1)),
    // The same record, written otherwise.
    "calls-2.jsonl": lines(JSON.stringify({ unknown: 1, ...failure }).replace(",", " , ")),
  });
  assert.deepEqual(await indexed(home), { calls: 2, failures: 1, annotations: 0, replays: 2 });
  const { calls, checkpoint } = dump(home);
  assert.deepEqual(calls?.map((row) => [row["id"], row["event_id"]]), [
    [1, uuid(1001)],
    [2, uuid(1002)],
  ]);
  assert.deepEqual(checkpoint, [{ singleton: 1, version: 1, replayed_events: 2 }]);
  await append(home, "calls-2.jsonl", lines(captured(1, 1), captured(1, 3)));
  assert.deepEqual(await indexed(home), { calls: 3, failures: 1, annotations: 0, replays: 3 });
  assert.equal(dump(home)["calls"]?.[2]?.["id"], 3);
  assert.deepEqual(await indexed(home, true), {
    calls: 3,
    failures: 1,
    annotations: 0,
    replays: 3,
  });
});

Deno.test("a replay costs no second look at the journals", async () => {
  const others = lines(...Array.from({ length: 50 }, (_, index) => captured(1, index + 2)));
  const looks: number[] = [];
  for (const last of [captured(2, 1), captured(1, 1)]) {
    const first = lines(captured(1, 1));
    await using home = await homeWith({ "calls-1.jsonl": first + others + lines(last) });
    const { open } = Deno;
    let opened = 0;
    Deno.open = (path, options) => {
      opened++;
      return open(path, options);
    };
    try {
      const { replays } = await indexed(home);
      assert.equal(replays, looks.length);
    } finally {
      Deno.open = open;
    }
    looks.push(opened);
  }
  assert.equal(looks[0], looks[1]);
});

Deno.test("a legacy record is a row of its own, whatever it repeats", async () => {
  await using home = await homeWith({ "calls-1.jsonl": lines(call(), call(), call()) });
  assert.deepEqual(await indexed(home), { calls: 3, failures: 0, annotations: 0, replays: 0 });
});

Deno.test("an annotation that repeats is a row of its own", async () => {
  const said = { ts: "x", event_id: uuid(1), kind: "workaround", note: "" };
  await using home = await homeWith({ "annotations-1.jsonl": lines(said, said) });
  assert.deepEqual(await indexed(home), { calls: 0, failures: 0, annotations: 2, replays: 0 });
});

const whole = captured(1, 2);
const REFUSED: [name: string, line: Record<string, unknown> | string, problem: string][] = [
  [
    "an event with other content",
    { ...captured(1, 1), latency_ms: 4 },
    "repeats the event of another line with other content",
  ],
  [
    "two events in one place of a capture",
    captured(1, 1, { identity: { capture_id: uuid(1), event_id: uuid(9) } }),
    "has the place (seq) of another event of its capture",
  ],
  [
    "a capture with two sessions",
    { ...whole, session: session(2) },
    "changes the session or the server of its capture",
  ],
  [
    "a capture with two servers",
    { ...whole, server: "other" },
    "changes the session or the server of its capture",
  ],
  ["half an identity", call({ identity: { event_id: uuid(1) } }), "is no record of a call"],
  [
    "an identity with more to it",
    call({ identity: { capture_id: uuid(1), event_id: uuid(1), more: 1 } }),
    "is no record of a call",
  ],
  [
    "an identity that is no random UUID",
    call({ identity: { capture_id: uuid(1), event_id: uuid(1).replace("-4", "-1") } }),
    "is no record of a call",
  ],
  ["a record without a member", call({ seq: undefined }), "is no record of a call"],
  ["a member of another type", call({ seq: "1" }), "is no record of a call"],
  ["an array", "[]", "is no record of a call"],
  ["text that is not JSON", '{"ts":secret}', "is not JSON"],
  ["half a line", JSON.stringify(whole).slice(0, 50), "is not JSON"],
  ["a byte-order mark", `\ufeff${JSON.stringify(whole)}`, "is not JSON"],
];

for (const [name, line, problem] of REFUSED) {
  Deno.test(`${name} makes the index impossible, and the one that was there stays`, async () => {
    await using home = await homeWith({ "calls-1.jsonl": lines(captured(1, 1), captured(3, 1)) });
    await indexed(home);
    const before = dump(home);
    await append(home, "calls-1.jsonl", lines(line));
    const message = `~/store/calls-1.jsonl line 3 ${problem}; ${REMEDY}`;
    assert.equal(await refused(home), message);
    assert.equal(await refused(home, true), message);
    assert.deepEqual(dump(home), before);
    await Deno.remove(home.file("index.db"));
    assert.equal(await refused(home), message);
  });
}

Deno.test("an annotation that is none makes the index impossible", async () => {
  await using home = await homeWith({
    "annotations-1.jsonl": lines(
      { ts: "x", event_id: uuid(1), kind: "workaround", note: "" },
      "{}",
    ),
  });
  const message = `~/store/annotations-1.jsonl line 2 is no annotation; ${REMEDY}`;
  assert.equal(await refused(home), message);
});

Deno.test("a line that is not UTF-8 is named by its number", async () => {
  await using home = await homeWith({ "calls-1.jsonl": lines(call({ note: "é" }), call()) });
  await indexed(home);
  const bytes = await Deno.readFile(home.file("store/calls-1.jsonl"));
  const bad = Uint8Array.of(...bytes, ...bytes.slice(0, 10), 0xff, 0x0a);
  await Deno.writeFile(home.file("store/calls-1.jsonl"), bad);
  assert.equal(await refused(home), `~/store/calls-1.jsonl line 3 is not UTF-8; ${REMEDY}`);
});

Deno.test("a line may have 4 MiB with its end, and not a byte more", async () => {
  const padded = (length: number) => {
    const line = JSON.stringify(call({ more: "" }));
    return line.replace('"more":"', `"more":"${"x".repeat(length - line.length)}`);
  };
  await using home = await homeWith({
    "calls-1.jsonl": lines(call(), padded(4_194_303), padded(4_000_000), call()),
  });
  assert.equal((await indexed(home)).calls, 4);
  await append(home, "calls-1.jsonl", lines(padded(4_194_304), call()));
  assert.equal(
    await refused(home),
    `~/store/calls-1.jsonl line 5 is longer than 4 MiB; ${REMEDY}`,
  );
});
