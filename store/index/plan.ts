/** What of the index can stay, and what has to be read (capture.md §8.2). */

import { createHash, type Hash } from "node:crypto";
import type { DatabaseSync } from "node:sqlite";
import { checkProgress, isUntouched } from "./sources.ts";
import type { Progress, ReadSource, Source } from "./sources.ts";

/** Where the reading of a journal starts. */
export interface Start {
  source: Source;
  /** In bytes. */
  offset: number;
  /** Has taken the bytes before it. */
  hash: Hash;
}

/** What of the index stays, and what has to be read. */
export interface Plan {
  kept: ReadSource[];
  starts: Start[];
}

/** Journals that are read from their beginnings. */
export function startsOf(sources: readonly Source[]): Start[] {
  return sources.map((source) => ({ source, offset: 0, hash: createHash("sha256") }));
}

/**
 * What is to be read beyond what the index holds. Null when it does not hold the beginning of what
 * there is: only the last journal of each family may have grown, and later ones may have come.
 */
export async function planToContinue(
  db: DatabaseSync,
  sources: readonly Source[],
): Promise<Plan | null> {
  const known = readProgress(db);
  const plan: Plan = { kept: [], starts: [] };
  let found = 0;
  for (const family of ["annotations", "calls"] as const) {
    const journals = sources.filter((source) => source.family === family);
    const firstNew = journals.findIndex(({ name }) => !known.has(name));
    const old = firstNew < 0 ? journals : journals.slice(0, firstNew);
    found += old.length;
    for (const source of old) {
      const progress = known.get(source.name);
      if (progress && isUntouched(progress, source.info)) {
        plan.kept.push({ ...source, ...progress });
        continue;
      }
      const checked = progress && await checkProgress(source, progress);
      if (!checked) return null;
      if (!checked.hasMore) plan.kept.push(checked.read);
      else if (source !== old.at(-1)) return null;
      else plan.starts.push({ source, offset: checked.read.offset, hash: checked.hash });
    }
    plan.starts.push(...startsOf(journals.slice(old.length)));
  }
  return found === known.size ? plan : null;
}

function readProgress(db: DatabaseSync): Map<string, Progress> {
  const rows = db.prepare(
    'SELECT path, "offset", digest, mark FROM index_sources LEFT JOIN index_files USING (path)',
  ).all();
  return new Map(
    rows.map(({ path, offset, digest, mark }) => [
      String(path),
      {
        offset: Number(offset),
        digest: String(digest),
        mark: typeof mark === "string" ? mark : null,
      },
    ]),
  );
}
