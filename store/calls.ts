/** Writing to the call journal (capture.md §2, §3.1). */

import { IncompleteError, type Outcome, outcomeOf } from "../core/errors.ts";
import type { Json } from "../core/mcp/json.ts";
import { namingInHome } from "./failure.ts";
import { journalFile, storeFolder } from "./home.ts";
import { appendLines } from "./journal.ts";
import { projectCall } from "./project.ts";
import { encodeRecord, RecordTooLarge } from "./record-line.ts";
import { loadSalt } from "./salt.ts";

/**
 * Makes the home and its store where they are missing, so that records can be appended.
 * @returns the salt of the home, 32 bytes
 */
export function openStore(home: string): Promise<Outcome<Uint8Array>> {
  return outcomeOf(async () => {
    await createStore(home);
    return await loadSalt(home);
  });
}

/**
 * Makes the home and its store where they are missing.
 * @throws {IncompleteError} also when the store is a link: the runtime lets nobody write behind it
 */
export async function createStore(home: string): Promise<void> {
  const folder = storeFolder(home);
  await namingInHome("creating", folder, () => Deno.mkdir(folder, { recursive: true }));
  const { isSymlink } = await namingInHome("looking at", folder, () => Deno.lstat(folder));
  if (isSymlink) throw new IncompleteError(`${folder} is a symbolic link; move the store back`);
}

/**
 * Appends records to the journals of their days, in the given order. A record that cannot be kept
 * (it breaks its grammar, it is larger than 4 MiB) takes no other with it.
 * @param records from another isolate: of unknown make until they are projected
 * @returns the first failure, when not all were kept
 */
export function appendCalls(home: string, records: readonly unknown[]): Promise<Outcome<null>> {
  return outcomeOf(async () => {
    const failures: unknown[] = [];
    for (const [file, lines] of linesByFile(home, records, failures)) {
      await appendLines(file, lines).catch((error) => failures.push(error));
    }
    if (failures.length > 0) throw failures[0];
    return null;
  });
}

function linesByFile(
  home: string,
  records: readonly unknown[],
  failures: unknown[],
): Map<string, Uint8Array[]> {
  const files = new Map<string, Uint8Array[]>();
  for (const record of records) {
    try {
      const { file, line } = encodeCall(home, record);
      const lines = files.get(file);
      if (lines === undefined) files.set(file, [line]);
      else lines.push(line);
    } catch (error) {
      failures.push(error);
    }
  }
  return files;
}

function encodeCall(home: string, record: unknown): { file: string; line: Uint8Array } {
  const call = projectCall(record as Json);
  // Records without an identity are read, but never written.
  if (call?.identity === undefined) {
    throw new IncompleteError("a record of a call breaks its grammar and was not kept");
  }
  try {
    return { file: journalFile(home, "calls", call.ts), line: encodeRecord(call) };
  } catch (error) {
    if (!(error instanceof RecordTooLarge)) throw error;
    throw new IncompleteError("the record of a call is larger than 4 MiB and was not kept");
  }
}
