/** Paths of files. */

import { isAbsolute, relative } from "node:path";

/** Whether a path is a folder itself or leads into it, by names alone; both are absolute. */
export function isWithin(path: string, folder: string): boolean {
  const way = relative(folder, path);
  return way !== ".." && !/^\.\.[/\\]/.test(way) && !isAbsolute(way);
}
