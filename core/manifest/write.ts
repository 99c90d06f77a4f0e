/** Manifests as text: the file that `init` writes and the normal form that digests are made of. */

import { compareBytes, encodeJson, isObject, type Json, type JsonObject } from "../mcp/json.ts";
import { caseSchema, complete, DOCUMENT_SCHEMA, resolve, type Schema } from "./structure.ts";
import type { Manifest, ProbeCase } from "./types.ts";

/**
 * The manifest as a file (cli.md §4.1): its normal form as JSON with an indentation of two spaces
 * and one line feed at the end.
 */
export function writeManifest(manifest: Manifest): string {
  return `${print(normalForm(manifest), DOCUMENT_SCHEMA, "\n")}\n`;
}

/** The manifest in normal form as compact JSON (manifest-and-probes.md §3). */
export function encodeManifest(manifest: Manifest): string {
  return print(normalForm(manifest), DOCUMENT_SCHEMA, null);
}

/**
 * The normal form of a case (manifest-and-probes.md §3): `probe`, then its fields in the order of
 * the format; optional fields that are not given are null (`require_honored` is true), and empty
 * `required_result_paths` and `equals_paths` are left out.
 */
export function normalCase(probeCase: ProbeCase): JsonObject {
  const normal = complete(probeCase as unknown as JsonObject, caseSchema(probeCase.probe));
  return withoutEmptyPaths(normal as JsonObject);
}

function normalForm({ version, timeout_ms, sandboxes, probes }: Manifest): JsonObject {
  const timeout = timeout_ms === null ? {} : { timeout_ms };
  return { version, ...timeout, sandboxes, probes: probes.map(normalCase) };
}

function withoutEmptyPaths(normal: JsonObject): JsonObject {
  if (isObject(normal["expect"])) return { ...normal, expect: trimmed(normal["expect"]) };
  if (!Array.isArray(normal["steps"])) return normal;
  const steps = normal["steps"].map((step) => withoutEmptyPaths(step as JsonObject));
  return { ...normal, steps };
}

function trimmed(expectation: JsonObject): JsonObject {
  const { required_result_paths: paths, equals_paths: equals } = expectation;
  const kept = Object.entries(expectation).filter(([name]) =>
    !(name === "required_result_paths" && Array.isArray(paths) && paths.length === 0) &&
    !(name === "equals_paths" && isObject(equals) && Object.keys(equals).length === 0)
  );
  return Object.fromEntries(kept);
}

/**
 * JSON whose objects have their members in the order of the schema, or of their bytes where the
 * schema lists none.
 * @param newline null for compact text, else a line feed and the indentation of the current line
 */
function print(value: Json, schema: Schema, newline: string | null): string {
  const inner = newline === null ? null : `${newline}  `;
  if (Array.isArray(value)) {
    const rule = resolve(schema.items ?? {});
    return group("[]", value.map((item) => print(item, itemSchema(item, rule), inner)), newline);
  }
  if (!isObject(value)) return encodeJson(value);
  const colon = newline === null ? ":" : ": ";
  const { properties, additionalProperties: others } = schema;
  const keys = properties === undefined
    ? Object.keys(value).sort(compareBytes)
    : Object.keys(properties).filter((name) => Object.hasOwn(value, name));
  const members = keys.map((key) => {
    const rule = properties?.[key] ?? (typeof others === "object" ? others : {});
    return `${encodeJson(key)}${colon}${print(value[key] as Json, resolve(rule), inner)}`;
  });
  return group("{}", members, newline);
}

/** A case has the schema of its kind. */
function itemSchema(item: Json, schema: Schema): Schema {
  if (schema.anyOf === undefined) return schema;
  return caseSchema((item as unknown as ProbeCase).probe);
}

function group(brackets: string, parts: string[], newline: string | null): string {
  const [open = "", close = ""] = brackets;
  if (newline === null || parts.length === 0) return open + parts.join(",") + close;
  const inner = `${newline}  `;
  return open + inner + parts.join(`,${inner}`) + newline + close;
}
