import { errorReply, fault, flood, result } from "./fake-session.ts";
import { surfaceListing } from "../../core/probes/surface-listing.ts";
import { fails, passes, situations } from "./verdict-table.ts";

const fields = { max_pages: 2 };
const both = { resources: {}, prompts: {} };
const invalid = (page: number) => fails(page, "surface-invalid-envelope");

situations("surface-listing", surfaceListing, [
  {
    name: "nothing declared, nothing asked",
    fields,
    server: { capabilities: { tools: {} } },
    expect: passes(1, { tool_count: 0 }),
    exchanges: [],
  },
  {
    name: "resources, then prompts; items are counted, not looked at",
    fields,
    server: {
      capabilities: both,
      list: (method) =>
        method === "resources/list" ? result({ resources: [1, null] }) : result({ prompts: ["x"] }),
    },
    expect: passes(1, { tool_count: 3 }),
    exchanges: ["resources/list", "prompts/list"],
  },
  {
    name: "a capability of null or false is declared",
    fields,
    server: {
      capabilities: { resources: null, prompts: false },
      list: () => result({ resources: [], prompts: [] }),
    },
    expect: passes(1, { tool_count: 0 }),
    exchanges: ["resources/list", "prompts/list"],
  },
  {
    name: "the page limit counts for each surface",
    fields,
    server: {
      capabilities: both,
      list: (_method, cursor) =>
        result({ resources: [0], prompts: [0], nextCursor: cursor === null ? "2" : "" }),
    },
    expect: passes(1, { tool_count: 4 }),
    exchanges: ["resources/list", "resources/list 2", "prompts/list", "prompts/list 2"],
  },
  {
    name: "a cursor that is null ends the listing",
    fields,
    server: {
      capabilities: { prompts: {} },
      list: () => result({ prompts: [0], nextCursor: null }),
    },
    expect: passes(1, { tool_count: 1 }),
  },
  {
    name: "a cursor after the last allowed page",
    fields,
    server: {
      capabilities: { resources: {} },
      list: () => result({ resources: [0], nextCursor: "n" }),
    },
    expect: fails(3, "surface-stalled-cursor", { pages: 3 }, {
      bound: "max_pages",
      limit: 2,
      observed: 3,
    }),
    exchanges: ["resources/list", "resources/list n"],
  },
  {
    name: "the second surface stalls",
    fields: { max_pages: 1 },
    server: {
      capabilities: both,
      list: (method) =>
        result({ resources: [], prompts: [], nextCursor: method === "prompts/list" ? "n" : null }),
    },
    expect: fails(2, "surface-stalled-cursor", { pages: 2 }, {
      bound: "max_pages",
      limit: 1,
      observed: 2,
    }),
  },
  {
    name: "an error reply to a declared surface",
    fields,
    server: { capabilities: both, list: () => errorReply(-32601) },
    expect: invalid(1),
    exchanges: ["resources/list"],
    closed: false,
  },
  {
    name: "no array under the key",
    fields,
    server: { capabilities: both, list: () => result({ resources: {} }) },
    expect: invalid(1),
  },
  {
    name: "a result that is no object, on the second page",
    fields,
    server: {
      capabilities: both,
      list: (_method, cursor) =>
        result(cursor === null ? { resources: [], nextCursor: "2" } : "text"),
    },
    expect: invalid(2),
  },
  {
    name: "no answer is a verdict here; the connection stays",
    fields,
    server: { capabilities: both, list: () => fault("transport-timeout") },
    expect: invalid(1),
    closed: false,
  },
  {
    name: "a lost connection is a verdict here",
    fields,
    server: { capabilities: both, list: () => fault("transport-closed") },
    expect: invalid(1),
  },
  {
    name: "a broken protocol is a verdict here; the connection stays",
    fields,
    server: { capabilities: both, list: () => fault("transport-error") },
    expect: invalid(1),
    closed: false,
  },
  {
    name: "a flood is a verdict that gives the session up",
    fields,
    server: { capabilities: both, list: () => flood() },
    expect: invalid(1),
    closed: true,
  },
  {
    name: "an exhausted budget is never a verdict",
    fields,
    server: { capabilities: both, list: () => fault("evaluation-budget-exceeded") },
    expect: "evaluation-budget-exceeded",
  },
]);
