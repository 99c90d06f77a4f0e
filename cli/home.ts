/** Where mcpeval keeps its own files on this machine. */

import { homeFolder } from "../store/home.ts";

/** The home of this run; to be asked before permissions are dropped. */
export function findHome(): string {
  return homeFolder((name) => Deno.env.get(name), Deno.build.os);
}
