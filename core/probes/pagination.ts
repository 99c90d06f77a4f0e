/** `pagination`: can the tools be listed to the end, each once (spec §7). */

import { readEntry, readPage } from "../mcp/discovery.ts";
import type { Probe } from "./probe.ts";
import { fail, pass } from "./verdict.ts";

/** Pages through `tools/list` anew; the listing made at the start of the run does not matter. */
export const pagination: Probe<"pagination"> = async (probeCase, { session }) => {
  const names = new Set<string>();
  let cursor: string | null = null;
  for (let number = 1; number <= probeCase.max_pages; number++) {
    const page = readPage(await session.list("tools/list", cursor));
    if (page === null) return fail(number, "pagination-invalid-entry");
    const measured = () => ({ pages: number, tool_count: names.size });
    // The first problem decides, so the entries are checked one by one.
    for (const entry of page.entries) {
      const name = readEntry(entry)?.name;
      if (name === undefined) return fail(number, "pagination-invalid-entry");
      if (names.has(name)) return fail(number, "pagination-duplicate-tool", measured());
      names.add(name);
    }
    cursor = page.next;
    if (cursor === null) return pass(number, measured());
  }
  const pages = probeCase.max_pages + 1;
  return fail(pages, "pagination-stalled-cursor", { pages, tool_count: names.size }, {
    bound: "max_pages",
    limit: probeCase.max_pages,
    observed: pages,
  });
};
