/** Reading a corpus of measured servers (readiness.md §13). */

import { asServerLabel, type ServerLabel } from "../labels.ts";
import { isObject, type Json, type JsonObject, tryParseJson } from "../mcp/json.ts";
import type { MeasurementProfile } from "../report/readiness.ts";
import { hasProvenance } from "./corpus-provenance.ts";
import { readProfile } from "./profile.ts";
import { AREA_NAMES } from "./standard.ts";
import { isCount, isScore, isText } from "./value-checks.ts";

/** One measured server. */
export interface CorpusRow {
  server: ServerLabel;
  /** 0–100. */
  score: number;
  /** Tokens of its whole catalog; null when unknown. */
  catalogTokens: number | null;
  /** Null when unknown: such a row has no comparable score. */
  profile: MeasurementProfile | null;
}

/** A corpus that can be used. */
export interface Corpus {
  standard: string;
  /** At least one. */
  rows: CorpusRow[];
}

/**
 * Reads a corpus. An unusable one is no error: there is no placement then. Version 1 held pass
 * rates of manifests, which compare with nothing.
 * @param text the file's whole text
 */
export function readCorpus(text: string): Corpus | null {
  const document = tryParseJson(text);
  if (!isObject(document)) return null;
  const { schema, source, standard, observations } = document;
  if (typeof source !== "string" || !isText(standard)) return null;
  if (!Array.isArray(observations) || observations.length === 0) return null;
  const rows = observations.map(readRow).filter((row) => row !== null);
  if (rows.length < observations.length) return null;
  if (new Set(rows.map(({ server }) => server)).size < rows.length) return null;
  const usable = schema === "mcpeval.readiness-corpus/v2" ||
    (schema === "mcpeval.readiness-corpus/v3" && hasProvenance(document, rows));
  return usable ? { standard, rows } : null;
}

/** What both versions ask of an observation; a null counts as absent. */
function readRow(observation: Json): CorpusRow | null {
  if (!isObject(observation)) return null;
  const { score, areas = {}, tool_count: toolCount = null } = observation;
  const { catalog_tokens: tokens = null, measurement_profile: given = null } = observation;
  const server = asServerLabel(observation.server);
  const profile = given === null ? null : readProfile(given);
  if (server === null || !isScore(score) || !areAreas(areas)) return null;
  if (toolCount !== null && !isCount(toolCount)) return null;
  if (tokens !== null && !isCount(tokens)) return null;
  if (given !== null && profile === null) return null;
  return { server, score, catalogTokens: tokens === null ? null : Number(tokens), profile };
}

function areAreas(value: Json): value is JsonObject {
  return isObject(value) &&
    Object.entries(value).every(([name, score]) =>
      (AREA_NAMES as string[]).includes(name) && isScore(score)
    );
}
