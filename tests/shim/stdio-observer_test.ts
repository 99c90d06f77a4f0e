import assert from "node:assert/strict";
import type { ServerLabel } from "../../core/labels.ts";
import type { CallRecord } from "../../core/records.ts";
import { openCapture } from "../../shim/capture.ts";
import type { Direction } from "../../shim/observation.ts";
import { openPairing } from "../../shim/pairing.ts";
import { observeStdio } from "../../shim/stdio-observer.ts";

/** Looks at frames; gives them times of its own. */
function observer(urlClass: (text: string) => string | null = () => null) {
  const records: CallRecord[] = [];
  const session = `session:${"0".repeat(64)}`;
  const capture = openCapture(
    { server: "test" as ServerLabel, session },
    (record) => void records.push(record),
  );
  const salt = new Uint8Array(32);
  const handle = observeStdio(capture, openPairing({ enums: new Map(), salt, urlClass }));
  return {
    records,
    see(direction: Direction, frame: object | string, readAt = 0, forwardMs = 0) {
      const text = typeof frame === "string" ? frame : JSON.stringify(frame);
      handle({ direction, bytes: new TextEncoder().encode(text), first: false, readAt, forwardMs });
    },
  };
}

const call = (id: number, args: object = {}) => ({
  jsonrpc: "2.0",
  id,
  method: "tools/call",
  params: { name: "t", arguments: args },
});
const result = (id: number) => ({ jsonrpc: "2.0", id, result: {} });

Deno.test("a call is recorded with both of its frames' times", () => {
  const { records, see } = observer();
  see("outbound", call(1), 1_000, 3);
  see("inbound", result(1), 1_012.9, 4);
  const [record] = records;
  assert.equal(record?.latency_ms, 12);
  assert.ok((record?.shim_self_us ?? 0) >= 7_000);
  assert.ok((record?.shim_self_us ?? 0) < 1_000_000);
});

Deno.test("a clock that steps back gives no negative latency", () => {
  const { records, see } = observer();
  see("outbound", call(1), 10);
  see("inbound", result(1), 5);
  assert.equal(records[0]?.latency_ms, 0);
});

Deno.test("members come in the order of the file, identities are never repeated", () => {
  const { records, see } = observer();
  for (const id of [1, 2]) {
    see("outbound", call(id));
    see("inbound", result(id));
  }
  see("inbound", { jsonrpc: "2.0", method: "notifications/message" });
  see("outbound", "noise");
  const members = ["identity", "ts", "session", "seq", "server", "method"];
  const end = ["outcome", "shim_self_us", "kind"];
  const ofCall = [...members, "tool", "args", "latency_ms", ...end];
  assert.deepEqual(records.map((record) => Object.keys(record)), [
    ofCall,
    ofCall,
    [...members, ...end],
    [...members, ...end],
  ]);
  assert.deepEqual(records.map(({ seq }) => seq), [1, 2, 3, 4]);
  assert.equal(new Set(records.map(({ identity }) => identity.capture_id)).size, 1);
  assert.equal(new Set(records.map(({ identity }) => identity.event_id)).size, 4);
  for (const { identity, ts } of records) {
    assert.match(identity.event_id, /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-/);
    assert.match(ts, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/);
  }
});

Deno.test("only what concerns the server is recorded", () => {
  const { records, see } = observer();
  see("outbound", { jsonrpc: "2.0", method: "notifications/initialized" });
  see("outbound", result(9));
  see("inbound", { jsonrpc: "2.0", id: 1, method: "roots/list" });
  see("inbound", result(1));
  assert.deepEqual(records, []);
});

Deno.test("a request of the server does not use up the agent's under the same id", () => {
  const { records, see } = observer();
  see("outbound", call(1));
  see("inbound", { jsonrpc: "2.0", id: 1, method: "sampling/createMessage" });
  see("outbound", result(1));
  see("inbound", result(1));
  assert.deepEqual(records.map(({ method, outcome }) => [method, outcome]), [["tools/call", "ok"]]);
});

Deno.test("what cannot be looked at is recorded without content, and looking goes on", () => {
  const { records, see } = observer((text) => {
    if (text === "trap") throw new RangeError(text);
    return null;
  });
  see("outbound", call(1, { a: "trap" }));
  see("outbound", call(2));
  see("inbound", result(2));
  assert.deepEqual(records.map(({ method, outcome }) => [method, outcome]), [
    ["unparsed/outbound", "unparsed"],
    ["tools/call", "ok"],
  ]);
});
