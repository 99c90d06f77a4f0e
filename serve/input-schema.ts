/** The schemas of tool arguments, and the first way in which arguments break one. */

import { isInteger, isObject, type Json, type JsonObject } from "../core/mcp/json.ts";

/** JSON types that arguments have. */
type TypeName = "object" | "array" | "string" | "boolean" | "integer" | "null";

/** The part of JSON Schema that the catalog uses; a type, so that it is JSON as it stands. */
export type InputSchema = {
  type: TypeName | TypeName[];
  description?: string;
  properties?: { [name: string]: InputSchema };
  required?: string[];
  items?: InputSchema;
  enum?: string[];
  format?: string;
  minimum?: number;
  additionalProperties?: boolean;
  oneOf?: JsonObject[];
};

/** Longest text of a violation, in characters. */
const MAX_TEXT = 240;

/**
 * The first violation, in the order type, required, properties by name, items (serve-and-demo.md
 * §1.7); it names the place and the rule and never a value. Bounds and alternatives are not looked
 * at: the one tool that has them reads its arguments itself.
 * @returns such as ` at /command/0: expected type string`; null when there is none
 */
export function firstViolation(schema: InputSchema, value: Json): string | null {
  const found = violation(schema, value, "");
  if (found === null) return null;
  const place = found.at === "" ? "" : ` at ${found.at}`;
  return `${place}: ${found.rule}`.slice(0, MAX_TEXT);
}

interface Violation {
  /** A JSON Pointer. */
  at: string;
  rule: string;
}

function violation(schema: InputSchema, value: Json, at: string): Violation | null {
  const types = [schema.type].flat();
  if (!types.some((type) => hasType(value, type))) {
    const expected = types.length === 1 ? `type ${types[0]}` : `one of types ${types.join(", ")}`;
    return { at, rule: `expected ${expected}` };
  }
  if (isObject(value)) return memberViolation(schema, value, at);
  if (Array.isArray(value) && schema.items !== undefined) {
    const { items } = schema;
    return first(value.map((item, index) => () => violation(items, item, `${at}/${index}`)));
  }
  return null;
}

function memberViolation(schema: InputSchema, value: JsonObject, at: string): Violation | null {
  const missing = schema.required?.find((name) => !Object.hasOwn(value, name));
  if (missing !== undefined) return { at, rule: `missing required property ${missing}` };
  const properties = schema.properties ?? {};
  const isClosed = schema.additionalProperties === false;
  if (isClosed && Object.keys(value).some((name) => !Object.hasOwn(properties, name))) {
    return { at, rule: "violates additionalProperties" };
  }
  return first(
    Object.keys(properties).sort().map((name) => () => {
      const [member, inner] = [value[name], properties[name]];
      if (!Object.hasOwn(value, name) || member === undefined || inner === undefined) return null;
      return violation(inner, member, `${at}/${name}`);
    }),
  );
}

function first(looks: (() => Violation | null)[]): Violation | null {
  for (const look of looks) {
    const found = look();
    if (found !== null) return found;
  }
  return null;
}

function hasType(value: Json, type: TypeName): boolean {
  switch (type) {
    case "object":
      return isObject(value);
    case "array":
      return Array.isArray(value);
    case "integer":
      return isInteger(value);
    case "null":
      return value === null;
    case "string":
      return typeof value === "string";
    case "boolean":
      return typeof value === "boolean";
  }
}
