/** `mcpeval share`: packs the store into an envelope, whole or not at all (capture.md §16). */

import { join } from "node:path";
import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { naming } from "./failure.ts";
import { isEmpty } from "./files.ts";
import { renderShareNote } from "./share-note.ts";
import { lstatOrNull, type SharePlace } from "./share-place.ts";
import { type Staged, type StageOptions, stageRecords } from "./share-stage.ts";

/** What to pack, and where it goes. */
export interface ShareJob extends StageOptions {
  store: string;
  place: SharePlace;
  /** Whether a folder with something in it may be replaced. */
  force: boolean;
}

/**
 * Packs an envelope. When a line is flagged nothing is published; the previous envelope and the
 * store stay as they are.
 */
export function packEnvelope(job: ShareJob): Promise<Outcome<Staged>> {
  return outcomeOf(async () => {
    requireStore(job.store);
    await requireFree(job.place.path, job.place.path, job.force);
    const staging = join(job.place.parent, `.mcpeval-share-${crypto.randomUUID()}`);
    let published = false;
    try {
      const staged = await stage(job, staging);
      if (staged.flagged.length > 0) return staged;
      await publish(staging, job);
      published = true;
      return staged;
    } finally {
      if (!published) await discard(staging, job.place);
    }
  });
}

function requireStore(store: string): void {
  const info = lstatOrNull(store);
  if (info === null) {
    throw new IncompleteError(`${store} does not exist: nothing was captured yet`);
  }
  if (info.isSymlink) throw new IncompleteError(`${store} is a symbolic link; move the store back`);
  if (!info.isDirectory) throw new IncompleteError(`${store} is not a folder`);
}

/**
 * The place must be free, or an empty folder, or one that may be replaced.
 * @param at where the folder is now
 * @param path of the place, for the message
 */
async function requireFree(at: string, path: string, force: boolean): Promise<void> {
  const info = lstatOrNull(at);
  if (info === null) return;
  if (!info.isDirectory) throw new IncompleteError(`${path} is not a folder`);
  if (force || await isEmpty(at)) return;
  throw new IncompleteError(`${path} is not empty; replace it with --force`);
}

async function stage(job: ShareJob, staging: string): Promise<Staged> {
  return await naming("writing", staging, async () => {
    await Deno.mkdir(job.place.parent, { recursive: true });
    await Deno.mkdir(staging, { mode: 0o700 });
    const staged = await stageRecords(job.store, join(staging, "store"), job);
    if (staged.files === 0) throw new IncompleteError(`${job.store} holds no records to share`);
    await Deno.writeTextFile(join(staging, "SHARE.md"), renderShareNote(staged, job.includeNotes));
    return staged;
  });
}

/** Puts the staged envelope in its place; what was there comes back when that fails. */
async function publish(staging: string, { place: { path, parent }, force }: ShareJob) {
  const backup = join(parent, `.mcpeval-share-backup-${crypto.randomUUID()}`);
  const replaced = await moveAway(path, backup);
  await naming("publishing to", path, async () => {
    try {
      // Between the first look and now somebody may have put something there.
      if (replaced) await requireFree(backup, path, force);
      await Deno.rename(staging, path);
    } catch (error) {
      if (replaced) await restore(backup, path);
      throw error;
    }
  });
  if (replaced) {
    await naming("removing the previous envelope", backup, () => removeTree(backup));
  }
}

/** Whether there was something to move. */
async function moveAway(path: string, backup: string): Promise<boolean> {
  return await naming("moving away", path, async () => {
    try {
      await Deno.rename(path, backup);
      return true;
    } catch (error) {
      if (error instanceof Deno.errors.NotFound) return false;
      throw error;
    }
  });
}

async function restore(backup: string, path: string): Promise<void> {
  try {
    await Deno.rename(backup, path);
  } catch {
    throw new IncompleteError(`publishing to ${path} failed; the previous envelope is ${backup}`);
  }
}

function removeTree(path: string): Promise<void> {
  return Deno.remove(path, { recursive: true });
}

/** Removes what was staged, and the folders that were made for it as far as they are empty. */
async function discard(staging: string, { missing }: SharePlace): Promise<void> {
  await removeTree(staging).catch(() => {});
  for (const folder of missing.toReversed()) await Deno.remove(folder).catch(() => {});
}
