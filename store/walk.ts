/** The files of the store that hold records, found and opened without following links. */

import { join } from "node:path";
import { IncompleteError } from "../core/errors.ts";
import { compareBytes } from "../core/mcp/json.ts";
import { naming } from "./failure.ts";
import { lockFile } from "./lock.ts";

/** A file as the walk saw it. */
export interface RecordFile {
  path: string;
  /** Its name in each folder below the store, its own last. */
  parts: readonly string[];
  info: Deno.FileInfo;
}

/**
 * All files `*.jsonl` below a folder, in the byte order of their names, folder by folder. Pipes and
 * devices are no files.
 * @param skip folders, by their names below the store, that are not looked into
 * @throws {IncompleteError} for a symbolic link anywhere, the store included, whatever it points to
 */
export async function findRecordFiles(
  store: string,
  skip: (parts: readonly string[]) => boolean,
): Promise<RecordFile[]> {
  const files: RecordFile[] = [];
  await walk(store, [], skip, files);
  return files;
}

async function walk(
  path: string,
  parts: readonly string[],
  skip: (parts: readonly string[]) => boolean,
  files: RecordFile[],
): Promise<void> {
  const before = await lookAt(path);
  const names: string[] = [];
  await naming("listing", path, async () => {
    for await (const { name } of Deno.readDir(path)) names.push(name);
  });
  for (const name of names.sort(compareBytes)) {
    const entry = { path: join(path, name), parts: [...parts, name] };
    const info = await lookAt(entry.path);
    if (info.isDirectory) {
      if (!skip(entry.parts)) await walk(entry.path, entry.parts, skip, files);
    } else if (info.isFile && /.\.jsonl$/s.test(name)) files.push({ ...entry, info });
  }
  // A folder that was swapped for a link meanwhile would have led elsewhere.
  requireSame(before, await lookAt(path), path);
}

async function lookAt(path: string): Promise<Deno.FileInfo> {
  const info = await naming("reading", path, () => Deno.lstat(path));
  if (info.isSymlink) {
    throw new IncompleteError(`${path} is a symbolic link; the store must not hold any`);
  }
  return info;
}

/**
 * Works on a file that was found, under a shared lock.
 * @throws {IncompleteError} when it cannot be read, or is another file by now
 */
export async function withRecordFile<T>(
  { path, info }: RecordFile,
  work: (file: Deno.FsFile) => T,
): Promise<T> {
  return await naming("reading", path, async () => {
    using file = await Deno.open(path);
    requireSame(info, await file.stat(), path);
    await lockFile(file, "shared", path);
    return work(file);
  });
}

/** Windows may have no numbers; then only the kind is compared. */
function requireSame(before: Deno.FileInfo, after: Deno.FileInfo, path: string): void {
  const same = before.ino === after.ino && before.dev === after.dev &&
    before.isFile === after.isFile && before.isDirectory === after.isDirectory;
  if (!same) throw new IncompleteError(`${path} was replaced while it was read; try again`);
}
