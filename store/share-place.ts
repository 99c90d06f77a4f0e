/** Where an envelope goes (capture.md §16, step 1). */

import { basename, dirname, join, resolve } from "node:path";
import { IncompleteError } from "../core/errors.ts";
import { isWithin } from "../core/paths.ts";
import { named, namedInHome } from "./failure.ts";

/** The place of an envelope; its paths have no link on the way. */
export interface SharePlace {
  path: string;
  /** The folder it is in. */
  parent: string;
  /** Folders that have to be made for it, outermost first; `parent` is then the last. */
  missing: string[];
}

/**
 * Finds the place that a path means; looks at names only.
 * @throws {IncompleteError} when the path is a link or no folder
 */
export function findPlace(out: string): SharePlace {
  const info = lstatOrNull(out);
  if (info?.isSymlink) throw new IncompleteError(`${out} is a symbolic link; name a folder`);
  if (info !== null && !info.isDirectory) {
    throw new IncompleteError(`${out} is not a folder; name one, or a path where nothing is yet`);
  }
  if (info === null) return placeOfNew(out);
  const path = Deno.realPathSync(out);
  return { path, parent: dirname(path), missing: [] };
}

function placeOfNew(out: string): SharePlace {
  const names: string[] = [];
  for (let at = out;; at = dirname(at)) {
    const existing = names.length === 0 ? null : realPathOrNull(at);
    if (existing !== null) {
      const paths = names.map((_, index) => join(existing, ...names.slice(0, index + 1)));
      const [path = existing, parent = existing] = paths.toReversed();
      return { path, parent, missing: paths.slice(0, -1) };
    }
    const name = basename(at);
    if (name === "" || name === "." || name === "..") {
      throw new IncompleteError(`${out} leads through a folder that does not exist`);
    }
    names.unshift(name);
  }
}

/**
 * Refuses a place that overlaps the store: one in it, the home, and what holds the home.
 * @throws {IncompleteError}
 */
export function refuseOverlap({ path }: SharePlace, home: string, store: string): void {
  if (!isWithin(path, realPathOf(store)) && !isWithin(realPathOf(home), path)) return;
  throw new IncompleteError(`${path} overlaps the capture store; name a folder apart from it`);
}

function realPathOf(path: string): string {
  return unlessMissing(path, () => Deno.realPathSync(path), namedInHome) ?? resolve(path);
}

function realPathOrNull(path: string): string | null {
  return unlessMissing(path, () => Deno.realPathSync(path));
}

/** What stands at a path itself, null when nothing does. @throws {IncompleteError} */
export function lstatOrNull(path: string): Deno.FileInfo | null {
  return unlessMissing(path, () => Deno.lstatSync(path));
}

function unlessMissing<T>(path: string, look: () => T, blame = named): T | null {
  try {
    return look();
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return null;
    throw blame("looking at", path, error);
  }
}
