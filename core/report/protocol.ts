/** Which protocol a run spoke, when it was told to speak another than the default (modern.md §2.3). */

import { isObject, type Json } from "../mcp/json.ts";
import { isDateShaped, type LegacyRevision } from "../mcp/revisions.ts";
import { unusable } from "./unusable.ts";

/** Whether an era was seen to be served; `unprobed`: nobody asked. */
export type EraClass = "served" | "refused" | "silent" | "exited" | "unprobed";

/** The report's optional member `protocol`; a run with the default has none. */
export interface ReportProtocol {
  /** The value of `--protocol`. */
  requested: string;
  era: string;
  /** What the server answered; null when it named no revision. */
  revision: string | null;
  eras: { legacy: EraClass; modern: EraClass };
  /** Revisions that the server is known to speak. */
  revisions: string[];
}

/**
 * The member of a run.
 * @param requested null for the default
 * @param answered by the server in its handshake
 */
export function reportProtocol(
  requested: LegacyRevision | null,
  answered: string | null,
): ReportProtocol | null {
  if (requested === null) return null;
  return {
    requested,
    era: "legacy",
    revision: answered,
    eras: { legacy: "served", modern: "unprobed" },
    revisions: answered === null ? [] : [answered],
  };
}

const CLASSES: readonly Json[] = ["served", "refused", "silent", "exited", "unprobed"];

/** Reads the member of a document; null when there is none. @throws {UsageError} */
export function readReportProtocol(value: Json | undefined): ReportProtocol | null {
  if (value === undefined || value === null) return null;
  const wrong = (): never => unusable("protocol", "is not what mcpeval writes");
  if (!isObject(value) || !isObject(value.eras) || !Array.isArray(value.revisions)) return wrong();
  const { requested, era, revision, eras: { legacy, modern }, revisions } = value;
  if (typeof requested !== "string" || typeof era !== "string") return wrong();
  const dated = (each: Json | undefined) => typeof each === "string" && isDateShaped(each);
  if ((revision !== null && !dated(revision)) || !revisions.every(dated)) return wrong();
  if (legacy === undefined || !CLASSES.includes(legacy)) return wrong();
  if (modern === undefined || !CLASSES.includes(modern)) return wrong();
  return {
    requested,
    era,
    revision: revision as string | null,
    eras: { legacy: legacy as EraClass, modern: modern as EraClass },
    revisions: revisions as string[],
  };
}
