/** What is wrong with a manifest, where it stands, and what is told first (D10). */

import type { Node, Place } from "./document.ts";
import { resolve, type Schema, type SchemaError, schemaOf } from "./structure.ts";
import { wording } from "./wording.ts";

/** The part of the document that is being checked: a case, or the document around the cases. */
export interface Scope {
  /** What messages start with: `probe case <id>: ` once the id is known to be one, else empty. */
  prefix: string;
  /** Whose fields these are: the case's kind, or `manifest`. */
  owner: string;
  node: Node;
  schema: Schema;
}

/** One violation. */
export interface Problem extends Place {
  /**
   * Null for a violation of the document's form (a field that is missing, unknown, repeated or of
   * another type), which is told before any broken rule. Else the rule's place in the order of
   * manifest-and-probes.md §1: less is earlier.
   */
  rank: number | null;
  message: string;
}

/** Places in the order of the rules of a case; its remaining fields follow in schema order. */
export const RANK = { id: 0, unique: 1, tool: 2, arguments: 3, access: 4, readOnly: 5, field: 6 };

/** Keywords whose failure is one of form. */
const FORM = new Set(["required", "additionalProperties", "type", "enum", "repeated"]);

/** Turns what a validator found into problems; notes that only repeat another are dropped. */
export function problemsOf(scope: Scope, errors: readonly SchemaError[]): Problem[] {
  return errors
    .filter(({ keyword, propertyName }) =>
      keyword !== "if" && (propertyName === undefined || keyword === "propertyNames")
    )
    .map((error) => problemOf(scope, error));
}

function problemOf(scope: Scope, error: SchemaError): Problem {
  const path = error.instancePath.split("/").slice(1)
    .map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"));
  const { keyword } = error;
  const { field, schema } = follow(scope.schema, path);
  // Content of the wrong type is no matter of form: the order has rules for it.
  const form = FORM.has(keyword) && !(keyword === "type" && isContent(path, schema));
  const key = error.params["additionalProperty"] ?? error.params["propertyName"];
  const { offset, line } = placeOf(scope.node, path, typeof key === "string" ? key : null);
  const rank = form ? null : rankOf(scope, path, keyword);
  return { offset, line, rank, message: scope.prefix + wording(scope.owner, field, schema, error) };
}

/** Whether a value is arguments or what a result is compared with. */
function isContent(path: readonly string[], { type }: Schema): boolean {
  return path.at(-1)?.endsWith("arguments") || (Array.isArray(type) && type.length > 2);
}

/** A rule that the schema does not hold, broken at a path. */
export function brokenRule(
  scope: Scope,
  path: readonly string[],
  rank: number | null,
  text: string,
): Problem {
  const { offset, line } = placeOf(scope.node, path, null);
  return { offset, line, rank, message: scope.prefix + text };
}

/** Where in the order a field's rules are checked. */
export function rankOf(scope: Scope, path: readonly string[], keyword = ""): number {
  const first = path[0] ?? "";
  const position = RANK.field + Object.keys(scope.schema.properties ?? {}).indexOf(first);
  if (scope.owner === "manifest") return position;
  if (first === "id") return RANK.id;
  if (namesTool(path)) return RANK.tool;
  if (first === "arguments") return RANK.arguments;
  if (first === "access" && keyword === "const") return RANK.readOnly;
  return position;
}

/** Whether a field of a case, or of a workflow's step, holds the name of a tool. */
function namesTool(path: readonly string[]): boolean {
  if (path.length === 1) return /^(\w+_)?tool$/.test(path[0] ?? "");
  return path.length === 3 && path[0] === "steps" && path[2] === "tool";
}

/**
 * The name that a field has in messages, such as `steps[0].expect.equals`, and its schema. Names
 * that the user chose (of sandboxes, of expected fields) are left out.
 */
function follow(start: Schema, path: readonly string[]): { field: string; schema: Schema } {
  let schema = resolve(start);
  let field = "";
  for (const segment of path) {
    if (schema.items !== undefined) field += `[${segment}]`;
    else if (schema.properties !== undefined) field += field === "" ? segment : `.${segment}`;
    schema = schemaOf(schema, segment) ?? {};
  }
  return { field, schema };
}

/** Where a member or an item is written; @param key of the object there, null for the whole */
export function placeOf(start: Node, path: readonly string[], key: string | null): Place {
  let node = start;
  for (const segment of path) {
    node = node.members?.get(segment)?.node ?? node.items?.[Number(segment)] ?? node;
  }
  return (key === null ? undefined : node.members?.get(key)) ?? node;
}
