/** The cases that a command runs. */

import type { LoadedManifest } from "../core/manifest/load.ts";
import type { ProbeCase, ProbeKind } from "../core/manifest/types.ts";
import { readFile } from "./files.ts";

/** Reads a manifest and selects its cases; a kind of null keeps them all. @throws {UsageError} */
export async function loadCases(
  path: string,
  { server, kind = null, allowMutation }: {
    server: string;
    kind?: ProbeKind | null;
    allowMutation: boolean;
  },
): Promise<{ cases: ProbeCase[]; loaded: LoadedManifest }> {
  const { loadManifest } = await import("../core/manifest/load.ts");
  const { checkMutation, selectCases } = await import("../core/manifest/select.ts");
  const missing = `write one with: mcpeval init --server ${server} -- <server command>`;
  const loaded = loadManifest(readFile(path, { missing }), path);
  const cases = selectCases(loaded.manifest, kind);
  checkMutation(cases, allowMutation);
  return { cases, loaded };
}
