/** The files of an envelope: checked, normalized copies of the store's (capture.md §16, 2–4). */

import { basename, dirname, join } from "node:path";
import { writeAll } from "../core/bytes.ts";
import { IncompleteError } from "../core/errors.ts";
import {
  byteLength,
  encodeJson,
  isObject,
  type JsonObject,
  tryParseJson,
} from "../core/mcp/json.ts";
import { type Block, isBlank, linesOf, lineText, readBlocks } from "./lines.ts";
import { MAX_LINE_BYTES } from "./record-line.ts";
import { holdsAnnotations, isCleanBlock, sweepRecord } from "./redaction.ts";
import { findRecordFiles, type RecordFile, withRecordFile } from "./walk.ts";

/** What of the store is asked for. */
export interface StageOptions {
  /** The readiness history, `store/probes/`. */
  includeHistory: boolean;
  /** The notes of annotations; else they are blanked. */
  includeNotes: boolean;
  /** Staging ends once its first element is not 0; it may be set from another isolate. */
  stop: Int32Array;
}

/** What was staged. */
export interface Staged {
  files: number;
  /** Notes that are included and not blank. */
  notes: number;
  /** `<path of the source>:<line of the copy>` of each line that must not be shared. */
  flagged: string[];
  /** Files with at least one such line. */
  flaggedFiles: number;
}

const encoder = new TextEncoder();
const CLEAN = { flagged: false, hasNote: false };

/**
 * Copies the records of a store into a folder. Flagged lines are not written.
 * @throws {IncompleteError} for a link, a line that is no JSON object, or one over 4 MiB
 */
export async function stageRecords(
  store: string,
  folder: string,
  options: StageOptions,
): Promise<Staged> {
  const staged: Staged = { files: 0, notes: 0, flagged: [], flaggedFiles: 0 };
  const skip = ([first, ...more]: readonly string[]) =>
    !options.includeHistory && first === "probes" && more.length === 0;
  for (const file of await findRecordFiles(store, skip)) {
    await stageFile(file, join(folder, ...file.parts), options, staged);
  }
  return staged;
}

async function stageFile(
  source: RecordFile,
  target: string,
  options: StageOptions,
  staged: Staged,
): Promise<void> {
  await Deno.mkdir(dirname(target), { recursive: true });
  using copy = await Deno.open(target, { write: true, createNew: true });
  const annotations = holdsAnnotations(basename(source.path));
  const before = staged.flagged.length;
  await withRecordFile(source, (file) => {
    let number = 0;
    for (const block of readBlocks(file, source.path)) {
      const isClean = !annotations && isCleanBlock(block);
      let lines = "";
      for (const given of readObjects(block, source.path)) {
        if (Atomics.load(options.stop, 0) !== 0) throw new IncompleteError("interrupted");
        number++;
        const record = annotations && !options.includeNotes ? withoutNote(given) : given;
        const line = encodeLine(record, source.path);
        const { flagged, hasNote } = isClean ? CLEAN : sweepRecord(line, record, annotations);
        if (flagged) staged.flagged.push(`${source.path}:${number}`);
        else lines += line;
        if (hasNote) staged.notes++;
      }
      writeAll(copy, encoder.encode(lines));
    }
  });
  staged.files++;
  if (staged.flagged.length > before) staged.flaggedFiles++;
}

/** The objects of a block's lines; an unterminated last line counts when it is one. */
function* readObjects(block: Block, path: string): Generator<JsonObject> {
  for (const { number, bytes, ended } of linesOf(block)) {
    const text = lineText(bytes);
    if (text === null) throw new IncompleteError(`${path} line ${number} is not UTF-8`);
    if (isBlank(text)) continue;
    const value = tryParseJson(text);
    if (isObject(value)) yield value;
    else if (ended) throw new IncompleteError(`${path} line ${number} is no JSON object`);
    else {
      throw new IncompleteError(
        `${path} line ${number} is no JSON object: its writer was interrupted; the next record ` +
          "that is written removes it",
      );
    }
  }
}

function withoutNote(record: JsonObject): JsonObject {
  return Object.hasOwn(record, "note") ? { ...record, note: "" } : record;
}

/** The line of a record as it is shared. */
function encodeLine(record: JsonObject, path: string): string {
  const line = `${encodeJson(record)}\n`;
  // Most are far from the limit: a unit of UTF-16 takes three bytes at most.
  if (3 * line.length <= MAX_LINE_BYTES || byteLength(line) <= MAX_LINE_BYTES) return line;
  throw new IncompleteError(`${path} holds a record that is larger than 4 MiB as shared`);
}
