import assert from "node:assert/strict";
import { append, call, captured, dump, homeWith, indexed, lines, session, uuid } from "./home.ts";

const said = { ts: "2026-03-04T05:06:07.089Z", kind: "workaround", note: "n" };
const NAME = "annotations-2026-03-04.jsonl";

Deno.test("an annotation is linked by its event, or by the only call of its session and number", async () => {
  await using home = await homeWith({
    "calls-1.jsonl": lines(
      captured(1, 1),
      captured(1, 2),
      // The same session and number in another capture, and in a legacy record.
      captured(2, 2, { session: session(1) }),
      call({ seq: 3 }),
      call({ seq: 4 }),
      call({ seq: 4, server: "other" }),
    ),
    [NAME]: lines(
      { ...said, event_id: uuid(1002) },
      { ...said, event_id: uuid(9999) },
      { ...said, session: session(1), seq: 1 },
      { ...said, session: session(1), seq: 2 },
      { ...said, session: session(1), seq: 3 },
      { ...said, session: session(1), seq: 4 },
      { ...said, session: session(1), seq: 5 },
      `{"ts":"x","session":"${
        session(1)
      }","seq":18446744073709551615,"kind":"workaround","note":""}`,
    ),
  });
  assert.equal((await indexed(home)).annotations, 8);
  const common = { ts: "2026-03-04T05:06:07.089Z", kind: "workaround", note: "n" };
  const place = (call_id: number | null, seq: number) => ({
    call_id,
    event_id: null,
    session: session(1),
    seq,
    ...common,
  });
  assert.deepEqual(dump(home)["annotations"], [
    { call_id: 2, event_id: uuid(1002), session: null, seq: null, ...common },
    { call_id: null, event_id: uuid(9999), session: null, seq: null, ...common },
    place(1, 1),
    place(null, 2),
    place(4, 3),
    place(null, 4),
    place(null, 5),
    { ...place(null, -1), ts: "unknown", note: "" },
  ]);
});

Deno.test("links follow calls that come later: they appear, and they end when there are two", async () => {
  await using home = await homeWith({
    "calls-1.jsonl": lines(captured(1, 1)),
    [NAME]: lines(
      { ...said, event_id: uuid(1002) },
      { ...said, session: session(1), seq: 1 },
      { ...said, session: session(1), seq: 2 },
    ),
  });
  const links = () => dump(home)["annotations"]?.map((row) => row["call_id"]);
  await indexed(home);
  assert.deepEqual(links(), [null, 1, null]);
  await append(home, "calls-1.jsonl", lines(captured(1, 2), call({ seq: 1 })));
  await indexed(home);
  assert.deepEqual(links(), [2, null, 2]);
  await append(home, NAME, lines({ ...said, event_id: uuid(1001) }));
  assert.deepEqual(await indexed(home), { calls: 3, failures: 0, annotations: 4, replays: 0 });
  assert.deepEqual(links(), [2, null, 2, 1]);
});
