/** `mcpeval doctor`: the redaction sweep over a whole store (capture.md §15). */

import { basename } from "node:path";
import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import { createStore } from "./calls.ts";
import { storeFolder } from "./home.ts";
import { linesOf, lineText, readBlocks } from "./lines.ts";
import { holdsAnnotations, isCleanBlock, sweepLine } from "./redaction.ts";
import { findRecordFiles, type RecordFile, withRecordFile } from "./walk.ts";

/** What was found. */
export interface Diagnosis {
  /** Files that were read. */
  scanned: number;
  /** `<path>:<line>` of each flagged line, in the order of the walk; lines count from 1. */
  flagged: string[];
  /** Annotations with a note that is not blank. */
  notes: number;
}

/** Sweeps every line of every record file, terminated or not; makes the store when it is missing. */
export function diagnose(home: string): Promise<Outcome<Diagnosis>> {
  return outcomeOf(async () => {
    await createStore(home);
    const files = await findRecordFiles(storeFolder(home), () => false);
    const diagnosis: Diagnosis = { scanned: files.length, flagged: [], notes: 0 };
    for (const file of files) await sweepFile(file, diagnosis);
    return diagnosis;
  });
}

function sweepFile(recordFile: RecordFile, diagnosis: Diagnosis): Promise<void> {
  const { path } = recordFile;
  const annotations = holdsAnnotations(basename(path));
  return withRecordFile(recordFile, (file) => {
    for (const block of readBlocks(file, path)) {
      if (!annotations && isCleanBlock(block)) continue;
      for (const { number, bytes } of linesOf(block)) {
        const text = lineText(bytes);
        if (text === null) throw new IncompleteError(`${path} line ${number} is not UTF-8`);
        const { flagged, hasNote } = sweepLine(text, annotations);
        if (flagged) diagnosis.flagged.push(`${path}:${number}`);
        if (hasNote) diagnosis.notes++;
      }
    }
  });
}
