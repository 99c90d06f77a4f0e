/** The note in an envelope, `SHARE.md` (capture.md §16). */

import type { Staged } from "./share-stage.ts";

/** The text of the note. */
export function renderShareNote({ files, notes }: Staged, includeNotes: boolean): string {
  const prose = includeNotes
    ? `**Attention:** ${notes} annotation note(s) are included. They are prose; review them before ` +
      "sharing."
    : "Annotation prose is excluded; the typed part of annotations is kept.";
  return `# mcpeval share envelope

This folder holds checked snapshots of the JSONL records in a capture store, under \`store/\`.

Excluded: the fingerprint salt, databases (index.db, lifecycle.db), manifests.

Redaction sweep: clean, ${files} file(s) scanned. The sweep is a heuristic: it does not prove that
arbitrary metadata is harmless.

${prose}

Keep this folder apart from any file that holds the salt: together they would let error messages be
guessed from their fingerprints.
`;
}
