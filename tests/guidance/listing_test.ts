import assert from "node:assert/strict";
import { listStrictly } from "../../core/guidance/listing.ts";
import { Fault } from "../../core/mcp/faults.ts";
import type { Json } from "../../core/mcp/json.ts";
import type { Reply } from "../../core/mcp/session.ts";
import { errorReply, fakeSession, result } from "../probes/fake-session.ts";

function entry(name: string): Json {
  return { name, inputSchema: {} };
}

/** Lists pages: the reply to no cursor, then to each cursor. */
function list(answer: (cursor: string | null) => Reply): Promise<string[]> {
  return listStrictly(fakeSession({ list: (_method, cursor) => answer(cursor) }));
}

async function refusal(answer: (cursor: string | null) => Reply): Promise<string> {
  const error = await list(answer).then(() => null, (error: unknown) => error);
  assert.ok(error instanceof Fault);
  assert.equal(error.label, "transport-error");
  return error.message;
}

Deno.test("guidance listing: names of all pages in byte order", async () => {
  const names = await list((cursor) =>
    cursor === null
      ? result({ tools: [entry("b"), entry("B")], nextCursor: "2" })
      : result({ tools: [entry("a"), entry("_")] })
  );
  assert.deepEqual(names, ["B", "_", "a", "b"]);
});

Deno.test("guidance listing: an absent, null or empty cursor ends it", async () => {
  for (const end of [{}, { nextCursor: null }, { nextCursor: "" }]) {
    assert.deepEqual(await list(() => result({ tools: [entry("a")], ...end })), ["a"]);
  }
  assert.deepEqual(await list(() => result({ tools: [] })), []);
});

Deno.test("guidance listing: a page that is none", async () => {
  for (const reply of [result(null), result({}), result({ tools: {} })]) {
    assert.equal(
      await refusal(() => reply),
      "page 1: the result of tools/list has no array of tools",
    );
  }
  assert.equal(await refusal(() => errorReply()), "page 1: tools/list was answered with an error");
});

Deno.test("guidance listing: an entry that is none", async () => {
  const nameless = "has no name of 1 to 128 of A-Za-z0-9_.:-";
  const entries: [bad: Json, problem: string][] = [
    [null, "is no object"],
    ["a", "is no object"],
    [{ name: "a" }, "has no object as its inputSchema"],
    [{ name: "a b", inputSchema: {} }, nameless],
    [{ inputSchema: {} }, nameless],
  ];
  for (const [bad, problem] of entries) {
    const answer = () => result({ tools: [entry("fine"), bad] });
    assert.equal(await refusal(answer), `page 1: entry 2 of tools/list ${problem}`);
  }
});

Deno.test("guidance listing: a tool twice, on one page or on two", async () => {
  assert.equal(
    await refusal(() => result({ tools: [entry("a"), entry("a")] })),
    "page 1: entry 2 of tools/list names a tool again",
  );
  const paged = (cursor: string | null) =>
    result(cursor === null ? { tools: [entry("a")], nextCursor: "2" } : { tools: [entry("a")] });
  assert.equal(await refusal(paged), "page 2: entry 1 of tools/list names a tool again");
});

Deno.test("guidance listing: a cursor that is no text, or comes again", async () => {
  for (const nextCursor of [0, 2, true, {}, []]) {
    assert.equal(
      await refusal(() => result({ tools: [], nextCursor })),
      "page 1: the cursor of tools/list is no text",
    );
  }
  assert.equal(
    await refusal(() => result({ tools: [], nextCursor: "x" })),
    "page 2: the cursor of tools/list comes again",
  );
  const circle = (cursor: string | null) =>
    result({ tools: [], nextCursor: cursor === "x" ? "y" : "x" });
  assert.equal(await refusal(circle), "page 3: the cursor of tools/list comes again");
});

Deno.test("guidance listing: twenty pages, and no further one", async () => {
  const pages = (last: number) => (cursor: string | null) => {
    const number = Number(cursor ?? "1");
    const next = number < last ? { nextCursor: String(number + 1) } : {};
    return result({ tools: [entry(`t${number}`)], ...next });
  };
  assert.equal((await list(pages(20))).length, 20);
  assert.equal(await refusal(pages(21)), "tools/list has more than 20 pages");
});

Deno.test("guidance listing: ten thousand tools, and no further one", async () => {
  const tools = (count: number) => () =>
    result({ tools: Array.from({ length: count }, (_, n) => entry(`t${n}`)) });
  assert.equal((await list(tools(10_000))).length, 10_000);
  assert.equal(await refusal(tools(10_001)), "page 1: tools/list has more than 10000 tools");
});
