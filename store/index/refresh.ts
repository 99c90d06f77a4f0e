/** `mcpeval index`: makes the index of the journals, or continues it (capture.md §8). */

import type { DatabaseSync } from "node:sqlite";
import { type Outcome, outcomeOf } from "../../core/errors.ts";
import { createStore } from "../calls.ts";
import { indexFile } from "../home.ts";
import { beginWriting, closeDatabase, commit, inOurWords, openDatabase } from "../sqlite.ts";
import { isRepetition, rollBack } from "../sqlite.ts";
import { linkAnnotations, makeAnnotationWriter } from "./annotations.ts";
import { lastCallId, makeCallWriter } from "./calls.ts";
import { type CheckTable, whileChecked } from "./check.ts";
import type { TakeLine } from "./lines.ts";
import { type Plan, planToContinue, type Start, startsOf } from "./plan.ts";
import { dropFindings, makeIndexes, makeTables } from "./schema.ts";
import { readCheckpoint, writeCheckpoint } from "./schema.ts";
import { listSources, type ReadSource, readSource } from "./sources.ts";
import { requireUnchanged, type Source } from "./sources.ts";
import { renewWindows } from "./windows.ts";

/** Memory for pages of the index, and for rows that are sorted at a time, in KiB. */
const CACHE_KIB = 4_096;
/**
 * The same when an index is continued: new rows go to random places of its indexes. The memory is
 * there, because few lines are read and nothing is sorted.
 */
const CONTINUING_CACHE_KIB = 32_768;

/** What the index holds. */
export interface IndexCounts {
  calls: number;
  /** Calls of any kind whose outcome is `error`. */
  failures: number;
  annotations: number;
  /** Lines that repeat an event; it counts once. */
  replays: number;
}

/**
 * Brings the index up to date with the journals, all of it or nothing: after a failure it is what it
 * was. What is known is kept where the journals have only grown at their ends, else everything is
 * made anew; the result is the same.
 * @param options.rebuild makes everything anew whatever is known
 * @param elsewhere shares the check of the index, where it can be continued
 */
export function refreshIndex(
  home: string,
  { rebuild }: { rebuild: boolean },
  elsewhere: CheckTable | null = null,
): Promise<Outcome<IndexCounts>> {
  return outcomeOf(async () => {
    await createStore(home);
    const path = indexFile(home);
    const db = openDatabase(path, { mode: "write" });
    try {
      db.exec(`PRAGMA cache_size = -${CACHE_KIB}`);
      beginWriting(db);
      const write = () => writeIndex(db, home, rebuild);
      const counts = await whileChecked(db, path, rebuild ? null : elsewhere, write);
      commit(db);
      return counts;
    } catch (error) {
      rollBack(db);
      throw inOurWords(path, error);
    } finally {
      closeDatabase(db);
    }
  });
}

async function writeIndex(db: DatabaseSync, home: string, rebuild: boolean): Promise<IndexCounts> {
  const sources = await listSources(home);
  const checkpoint = rebuild ? null : readCheckpoint(db);
  const plan = checkpoint && await planToContinue(db, sources);
  const { read, replays } = checkpoint === null || plan === null
    ? await makeAnew(db, home, sources)
    : await continueIndex(db, home, plan, checkpoint.replays);
  noteSources(db, read);
  writeCheckpoint(db, { replays });
  await requireUnchanged(home, read);
  return { ...countRows(db), replays };
}

/** Rows were written of these journals. */
interface Written {
  read: ReadSource[];
  /** Of the whole index. */
  replays: number;
}

async function makeAnew(
  db: DatabaseSync,
  home: string,
  sources: readonly Source[],
): Promise<Written> {
  makeTables(db);
  let written = await readJournals(db, home, startsOf(sources), "bulk");
  try {
    makeIndexes(db);
  } catch (error) {
    if (!isRepetition(error)) throw error;
    // Two lines contradict each other, and the later one has to be named.
    makeTables(db);
    makeIndexes(db);
    written = await readJournals(db, home, startsOf(sources), "checked");
  }
  renewWindows(db, 0);
  linkAnnotations(db);
  return written;
}

async function continueIndex(
  db: DatabaseSync,
  home: string,
  { kept, starts }: Plan,
  replaysBefore: number,
): Promise<Written> {
  db.exec(`PRAGMA cache_size = -${CONTINUING_CACHE_KIB}`);
  dropFindings(db);
  const before = lastCallId(db);
  const { read, replays } = await readJournals(db, home, starts, "checked");
  if (read.length > 0) {
    renewWindows(db, before);
    linkAnnotations(db);
  }
  return { read: [...kept, ...read], replays: replaysBefore + replays };
}

async function readJournals(
  db: DatabaseSync,
  home: string,
  starts: readonly Start[],
  mode: "checked" | "bulk",
): Promise<Written> {
  const calls = makeCallWriter(db, mode);
  const takers = {
    calls: blamingIndex(home, calls.take),
    annotations: blamingIndex(home, makeAnnotationWriter(db)),
  };
  const read: ReadSource[] = [];
  for (const { source, offset, hash } of starts) {
    read.push(await readSource(source, offset, hash, takers[source.family]));
  }
  return { read, replays: calls.finish() };
}

/** A journal is not to blame when the index cannot be written while it is read. */
function blamingIndex(home: string, take: TakeLine): TakeLine {
  return (text, start, end) => {
    try {
      take(text, start, end);
    } catch (error) {
      throw inOurWords(indexFile(home), error);
    }
  };
}

function noteSources(db: DatabaseSync, sources: readonly ReadSource[]): void {
  const insertSource = db.prepare("INSERT OR REPLACE INTO index_sources VALUES (?, ?, ?)");
  const insertFile = db.prepare("INSERT OR REPLACE INTO index_files VALUES (?, ?)");
  for (const { name, offset, digest, mark } of sources) {
    insertSource.run(name, offset, digest);
    insertFile.run(name, mark);
  }
}

function countRows(db: DatabaseSync): Omit<IndexCounts, "replays"> {
  const row = db.prepare(`
    SELECT
      (SELECT count(*) FROM calls WHERE outcome = 'error') AS failures,
      (SELECT count(*) FROM annotations) AS annotations
  `).get();
  const count = (name: string) => Number(row?.[name]);
  return {
    // Their ids have no gaps; counting them would read a whole index.
    calls: lastCallId(db),
    failures: count("failures"),
    annotations: count("annotations"),
  };
}
