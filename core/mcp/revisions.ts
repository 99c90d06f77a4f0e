/** The protocol revisions of the legacy era (initialize, sessions, server requests). */

/** Revisions with a handshake, oldest first. */
export const LEGACY_REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"] as const;

/** A revision that this client can ask for. */
export type LegacyRevision = (typeof LEGACY_REVISIONS)[number];

/** What `initialize` asks for (wire.md §1). */
export const OFFERED_REVISION: LegacyRevision = "2025-06-18";

/** What differs between the revisions on the wire. */
export interface RevisionFacts {
  /** The server may send an array of messages for one (MCP 2025-03-26, Base Protocol “Batching”). */
  batches: boolean;
}

const FACTS: Readonly<Record<LegacyRevision, RevisionFacts>> = {
  "2024-11-05": { batches: false },
  "2025-03-26": { batches: true },
  "2025-06-18": { batches: false },
  "2025-11-25": { batches: false },
};

/** The facts of a revision; one that is not in the table, or null, is taken for a later one. */
export function factsOf(revision: string | null): RevisionFacts {
  return FACTS[revision !== null && isLegacyRevision(revision) ? revision : "2025-11-25"];
}

/** Whether this client can ask for a revision. */
export function isLegacyRevision(text: string): text is LegacyRevision {
  return (LEGACY_REVISIONS as readonly string[]).includes(text);
}

const DATE_SHAPED = /^[0-9]{4}-[0-9]{2}-[0-9]{2}$/;

/** Whether a text has the shape of a revision, `dddd-dd-dd`; the date itself is not checked. */
export function isDateShaped(text: string): boolean {
  return DATE_SHAPED.test(text);
}
