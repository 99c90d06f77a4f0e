import type { Json } from "../../core/mcp/json.ts";
import { pagination } from "../../core/probes/pagination.ts";
import { entry, errorReply, fault, result, type Script } from "./fake-session.ts";
import { fails, passes, situations } from "./verdict-table.ts";

/** Serves these pages; the cursor of page n is its number. */
function pages(...tools: Json[][]): Script {
  return {
    list: (_method, cursor) => {
      const number = cursor === null ? 1 : Number(cursor);
      const nextCursor = number < tools.length ? String(number + 1) : null;
      return result({ tools: tools[number - 1] ?? [], nextCursor });
    },
  };
}

/** Serves one page with this cursor, whatever is asked. */
function ending(nextCursor: Json): Script {
  return { list: () => result({ tools: [entry("a")], nextCursor }) };
}

const fields = { max_pages: 3 };
const invalid = (page: number) => fails(page, "pagination-invalid-entry");
const one = passes(1, { pages: 1, tool_count: 1 });
const a = entry("a");

situations("pagination", pagination, [
  {
    name: "exactly as many pages as allowed",
    fields,
    server: pages([a, entry("b")], [], [entry("c")]),
    expect: passes(3, { pages: 3, tool_count: 3 }),
    exchanges: ["tools/list", "tools/list 2", "tools/list 3"],
    journal: [],
  },
  {
    name: "no tools at all",
    fields,
    server: pages([]),
    expect: passes(1, { pages: 1, tool_count: 0 }),
  },
  { name: "an empty cursor ends the listing", fields, server: ending(""), expect: one },
  { name: "a null cursor ends the listing", fields, server: ending(null), expect: one },
  { name: "a cursor that is no string ends the listing", fields, server: ending(7), expect: one },
  {
    name: "a cursor after the last allowed page; that page is not asked for",
    fields,
    server: pages([a], [entry("b")], [], [entry("c")]),
    expect: fails(4, "pagination-stalled-cursor", { pages: 4, tool_count: 2 }, {
      bound: "max_pages",
      limit: 3,
      observed: 4,
    }),
    exchanges: ["tools/list", "tools/list 2", "tools/list 3"],
  },
  {
    name: "a cursor that repeats is no flaw by itself",
    fields,
    server: {
      list: (_method, cursor) => {
        const tools = cursor === null ? [a] : [];
        return result({ tools, nextCursor: "same" });
      },
    },
    expect: fails(4, "pagination-stalled-cursor", { pages: 4, tool_count: 1 }, {
      bound: "max_pages",
      limit: 3,
      observed: 4,
    }),
    exchanges: ["tools/list", "tools/list same", "tools/list same"],
  },
  {
    name: "a name again on a later page",
    fields,
    server: pages([a, entry("b")], [entry("c"), a]),
    expect: fails(2, "pagination-duplicate-tool", { pages: 2, tool_count: 3 }),
  },
  {
    name: "a name again on the same page",
    fields,
    server: pages([a, a]),
    expect: fails(1, "pagination-duplicate-tool", { pages: 1, tool_count: 1 }),
  },
  {
    name: "the first problem decides: a repeated name before a bad entry",
    fields,
    server: pages([a, a, {}]),
    expect: fails(1, "pagination-duplicate-tool", { pages: 1, tool_count: 1 }),
  },
  {
    name: "the first problem decides: a bad entry before a repeated name",
    fields,
    server: pages([a], [{ name: "b" }, a]),
    expect: invalid(2),
  },
  { name: "an error reply", fields, server: { list: () => errorReply() }, expect: invalid(1) },
  {
    name: "a result that is no object",
    fields,
    server: { list: () => result([]) },
    expect: invalid(1),
  },
  {
    name: "no array of tools, on the second page",
    fields,
    server: {
      list: (_method, cursor) =>
        result(cursor === null ? { tools: [a], nextCursor: "2" } : { tools: {} }),
    },
    expect: invalid(2),
  },
  {
    name: "a name outside the grammar",
    fields,
    server: pages([entry("a b")]),
    expect: invalid(1),
  },
  {
    name: "an input schema that is no object",
    fields,
    server: pages([{ name: "a", inputSchema: true }]),
    expect: invalid(1),
  },
  {
    name: "a lost page is no verdict",
    fields,
    server: { list: () => fault("transport-timeout") },
    expect: "transport-timeout",
  },
]);
