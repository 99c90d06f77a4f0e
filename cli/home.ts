/** Where mcpeval keeps its own files on this machine. */

import { realPath } from "./files.ts";
import { homeFolder } from "../store/home.ts";

/** The home of this run, links resolved; to be asked before permissions are dropped. */
export function findHome(): string {
  return realPath(homeFolder((name) => Deno.env.get(name), Deno.build.os));
}
