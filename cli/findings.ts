/** The promoted findings, for commands that read them. */

import type { Finding } from "../core/findings/finding.ts";
import { IncompleteError } from "../core/errors.ts";
import { findingsOf, openIndex, requireFindings } from "../store/findings/read.ts";
import { indexFile } from "../store/home.ts";
import { databasePaths } from "../store/sqlite.ts";
import { dropPermissions, type Keeper } from "./isolates.ts";

/** What reading the findings of a home needs: the front's list. */
export function findingsFiles(home: string): string[] {
  return databasePaths(indexFile(home));
}

/**
 * Opens the index, drops every permission of the front and reads the findings, highest score first.
 * @param writer of the command's output; null when there is nothing to write
 * @throws {IncompleteError} when nothing was promoted
 */
export async function loadFindings(home: string, writer: Keeper | null): Promise<Finding[]> {
  const index = openIndex(home);
  await dropPermissions(writer);
  return requireFindings(findingsOf(index));
}

/**
 * One of them.
 * @throws {IncompleteError} when there is none of that id, which is not quoted
 */
export function pickFinding(findings: readonly Finding[], id: string): Finding {
  const finding = findings.find(({ finding_id }) => finding_id === id);
  if (finding !== undefined) return finding;
  throw new IncompleteError("there is no such finding; mcpeval findings lists the current ones");
}
