/** `surface-listing`: can the declared resources and prompts be listed to the end (spec §7). */

import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import type { Reply, Session } from "../mcp/session.ts";
import { absorb } from "./absorb.ts";
import type { Probe } from "./probe.ts";
import { fail, pass, type Verdict } from "./verdict.ts";

const SURFACES = [
  { capability: "resources", method: "resources/list" },
  { capability: "prompts", method: "prompts/list" },
] as const;
type Surface = (typeof SURFACES)[number];

/** Pages through each declared surface; their items are counted, not inspected. */
export const surfaceListing: Probe<"surface-listing"> = async (probeCase, { session }) => {
  let items = 0;
  for (const surface of SURFACES) {
    // Any value declares the surface, null and false included.
    if (!Object.hasOwn(session.capabilities, surface.capability)) continue;
    const listed = await listSurface(session, surface, probeCase.max_pages);
    if (typeof listed !== "number") return listed;
    items += listed;
  }
  return pass(1, { tool_count: items });
};

/** The number of items of one surface, or the verdict that it earns. */
async function listSurface(
  session: Session,
  { capability, method }: Surface,
  maxPages: number,
): Promise<number | Verdict> {
  let items = 0;
  let cursor: string | null = null;
  for (let page = 1; page <= maxPages; page++) {
    let reply: Reply;
    try {
      reply = await session.list(method, cursor);
    } catch (error) {
      absorb(error, session);
      return fail(page, "surface-invalid-envelope");
    }
    const result: JsonObject = reply.kind === "result" && isObject(reply.result)
      ? reply.result
      : {};
    const entries: Json | undefined = result[capability];
    if (!Array.isArray(entries)) return fail(page, "surface-invalid-envelope");
    items += entries.length;
    const next: Json | undefined = result.nextCursor;
    if (typeof next !== "string" || next === "") return items;
    cursor = next;
  }
  const pages = maxPages + 1;
  return fail(pages, "surface-stalled-cursor", { pages }, {
    bound: "max_pages",
    limit: maxPages,
    observed: pages,
  });
}
