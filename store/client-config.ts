/** Replacing the config of a client, with a copy of the old one beside it. */

import { IncompleteError, type Outcome, outcomeOf, RemoteError } from "../core/errors.ts";
import { named, naming } from "./failure.ts";
import { writeNew, writeOutput } from "./output.ts";
import { readDocument } from "./reading.ts";

/** A config and what becomes of it. */
export interface ConfigJob {
  /** With every link in it resolved. */
  path: string;
  /** What it has to hold still. */
  before: string;
  after: string;
  /** Where the copy goes, which must not exist; null for none. */
  backup: string | null;
}

/** Replaces a config: nothing, or all of it. The copy has the owner and mode of the original. */
export function replaceConfig({ path, before, after, backup }: ConfigJob): Promise<Outcome<null>> {
  return outcomeOf(async () => {
    const old = await naming("reading", path, () => Deno.stat(path));
    if (old.mode !== null && (old.mode & 0o222) === 0) {
      throw new IncompleteError(`writing ${path} failed: it is read-only`);
    }
    const bytes = await naming("reading", path, () => readDocument(path));
    if (new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes) !== before) {
      throw new IncompleteError(`${path} was changed by another program meanwhile; run this again`);
    }
    if (backup !== null) {
      await naming("writing", backup, () => writeNew(backup, bytes, old), backupFailure);
    }
    const written = await writeOutput(path, after, true);
    if (!written.ok) throw new RemoteError(written.failure);
    return null;
  });
}

/** The name of a copy was free when it was chosen: it was taken by another run. */
function backupFailure(act: string, path: string, error: unknown): IncompleteError {
  const isTaken = error instanceof Deno.errors.AlreadyExists;
  return named(act, path, error, isTaken ? "; run this again" : "");
}
