import assert from "node:assert/strict";
import { ask, type Isolate } from "../../cli/isolates.ts";

/** An isolate that answers; counts what waits for its crash. */
function fakeIsolate() {
  const loss = new AbortController();
  const { promise: crashed, reject } = Promise.withResolvers<never>();
  crashed.catch(() => {});
  let waiting = 0;
  const then = crashed.then.bind(crashed);
  crashed.then = (...handlers) => {
    waiting++;
    return then(...handlers);
  };
  const add = loss.signal.addEventListener.bind(loss.signal);
  const remove = loss.signal.removeEventListener.bind(loss.signal);
  loss.signal.addEventListener = (...args: Parameters<typeof add>) => {
    waiting++;
    add(...args);
  };
  loss.signal.removeEventListener = (...args: Parameters<typeof remove>) => {
    waiting--;
    remove(...args);
  };
  const isolate = { api: {}, crashed, lost: loss.signal } as unknown as Isolate<object>;
  const crash = () => {
    loss.abort(new Error("crashed"));
    reject(loss.signal.reason);
  };
  return { isolate, crash, waiting: () => waiting };
}

Deno.test("nothing is kept of a question once it is answered", async () => {
  const { isolate, waiting } = fakeIsolate();
  for (const value of [1, 2, 3]) {
    assert.equal(await ask(isolate, () => Promise.resolve({ ok: true, value })), value);
  }
  const failure = { exit: 3 as const, message: "no", causes: [] };
  await assert.rejects(
    ask(isolate, () => Promise.resolve({ ok: false, failure })),
    /^RemoteError: no$/,
  );
  await assert.rejects(ask(isolate, () => Promise.reject(new TypeError("odd"))), TypeError);
  assert.equal(waiting(), 0);
});

Deno.test("a crash fails the questions that wait, and those that come later", async () => {
  const { isolate, crash } = fakeIsolate();
  const asked = ask(isolate, () => new Promise<never>(() => {}));
  await Promise.resolve();
  crash();
  await assert.rejects(asked, /^Error: crashed$/);
  await assert.rejects(ask(isolate, () => new Promise<never>(() => {})), /^Error: crashed$/);
});
