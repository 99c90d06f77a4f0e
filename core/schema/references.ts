/** What a schema calls itself, and what it refers to: nothing outside it is ever fetched. */

import type { Json } from "../mcp/json.ts";
import { type Dialect, refStandsAlone } from "./dialect.ts";

type Schema = { [key: string]: unknown };

const METASCHEMAS = /^https?:\/\/json-schema\.org\/draft/;

/** Stands for the schema's own address while it names none. */
export const HERE = "mcpeval:///schema";

/** The dialects' keywords for references that depend on the way to them. */
const DYNAMIC: Partial<Record<Dialect, string>> = {
  "2019-09": "$recursiveRef",
  "2020-12": "$dynamicRef",
};

/** Longest address, in UTF-16 units: each one is resolved against those around it. */
const MAX_ADDRESS = 4096;

/** What was seen of a whole schema. */
export interface References {
  readonly dialect: Dialect;
  /** Addresses that the schema gives to itself and to its parts, without fragments. */
  readonly addresses: Set<string>;
  /** Addresses that it refers to, without fragments; null for one that is none. */
  readonly referred: Set<string | null>;
  /** How often each `$dynamicAnchor` occurs. */
  readonly dynamicAnchors: Map<string, number>;
  /** Prepared schemas with a reference that may have to be changed. */
  readonly unsettled: Schema[];
}

/** Nothing seen yet. */
export function newReferences(dialect: Dialect): References {
  return {
    dialect,
    addresses: new Set([HERE]),
    referred: new Set(),
    dynamicAnchors: new Map(),
    unsettled: [],
  };
}

/**
 * Notes what a schema object calls itself and refers to.
 * @param base address of the part around it
 * @param prepared its copy for ajv
 * @returns the base of what it holds
 */
export function noteReferences(
  node: { [key: string]: Json },
  base: string,
  prepared: Schema,
  seen: References,
): string {
  for (const keyword of ["id", "$id", "$anchor", "$dynamicAnchor", "$ref", "$dynamicRef"]) {
    const address = node[keyword];
    if (typeof address === "string" && address.length > MAX_ADDRESS) seen.referred.add(null);
  }
  const id = node[seen.dialect === "draft-04" ? "id" : "$id"];
  const named = typeof id === "string" && !(refStandsAlone(seen.dialect) && "$ref" in node);
  const here = (named ? resolve(id, base) : null) ?? base;
  seen.addresses.add(here);
  const { $dynamicAnchor: anchor } = node;
  if (typeof anchor === "string") {
    seen.dynamicAnchors.set(anchor, (seen.dynamicAnchors.get(anchor) ?? 0) + 1);
  }
  for (const keyword of ["$ref", DYNAMIC[seen.dialect]]) {
    const reference = keyword && node[keyword];
    if (typeof reference !== "string") continue;
    if (!reference.startsWith("#")) seen.referred.add(resolve(reference, here));
    if (keyword !== "$ref" || /^#[^/]/.test(reference)) seen.unsettled.push(prepared);
  }
  return here;
}

function resolve(reference: string, base: string): string | null {
  return URL.parse(reference, base)?.href.replace(/#.*$/s, "") ?? null;
}

/** Whether every reference leads into the schema itself or to a metaschema of json-schema.org. */
export function isSelfContained({ referred, addresses }: References): boolean {
  return [...referred].every((address) =>
    address !== null && (addresses.has(address) || METASCHEMAS.test(address))
  );
}

/**
 * Changes references that ajv follows wrongly into others of the same meaning:
 *
 * - a `$dynamicRef` becomes a `$ref` unless several parts have its anchor, a `$recursiveRef` unless
 *   parts have addresses of their own: ajv takes every dynamic reference as one to the root;
 * - a `$ref` to an anchor of the root becomes `#`: ajv registers anchors of parts only.
 *
 * @param root the prepared schema
 */
export function settleReferences(root: Schema, seen: References): void {
  // With parts that have addresses of their own, an anchor may belong to one of them.
  const single = seen.addresses.size <= 2;
  const rootAnchors = [root["$anchor"], root["$dynamicAnchor"]];
  const plain = (reference: string): string =>
    single && reference.startsWith("#") && rootAnchors.includes(reference.slice(1))
      ? "#"
      : reference;
  for (const schema of seen.unsettled) {
    const { $ref: reference, $dynamicRef: dynamic, $recursiveRef: recursive } = schema;
    if (typeof reference === "string") schema["$ref"] = plain(reference);
    const anchor = typeof dynamic === "string" ? dynamic.replace(/^.*#/s, "") : "";
    if (typeof dynamic === "string" && (seen.dynamicAnchors.get(anchor) ?? 0) < 2) {
      replaceReference(schema, "$dynamicRef", plain(dynamic));
    }
    if (typeof recursive === "string" && single) {
      replaceReference(schema, "$recursiveRef", recursive);
    }
  }
}

/** A `$ref` in place of another keyword; beside a `$ref` that is there already, in an `allOf`. */
function replaceReference(schema: Schema, keyword: string, $ref: string): void {
  delete schema[keyword];
  const reference = { $ref, $comment: "" };
  if (!("$ref" in schema)) Object.assign(schema, reference);
  else schema["allOf"] = [...(Array.isArray(schema["allOf"]) ? schema["allOf"] : []), reference];
}
