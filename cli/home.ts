/** Where mcpeval keeps its own files on this machine. */

import { readVariable } from "./environment.ts";
import { realPath } from "./files.ts";
import { homeFolder } from "../store/home.ts";

/** The home of this run, links resolved; to be asked before permissions are dropped. */
export function findHome(): string {
  return realPath(homeFolder(readVariable, Deno.build.os));
}
