/**
 * The published JSON Schema of the manifest as the loader's source of structure, ranges, defaults
 * and member order (manifest-and-probes.md §1), with the validators generated from it.
 */

import schemaText from "../../data/manifest.schema.json" with { type: "text" };
import * as generated from "../../data/manifest.validate.js";
import { isObject, type Json, type JsonObject } from "../mcp/json.ts";
import type { ProbeKind } from "./types.ts";

/** What the manifest's schema uses of JSON Schema. */
export interface Schema {
  $ref?: string;
  description?: string;
  type?: string | string[];
  enum?: string[];
  const?: Json;
  default?: Json;
  minimum?: number;
  maximum?: number;
  minItems?: number;
  maxItems?: number;
  properties?: Record<string, Schema>;
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  anyOf?: Schema[];
}

/** One failed keyword, as the generated validators report it. */
export interface SchemaError {
  /** JSON Pointer to the value, from the value that was validated. */
  instancePath: string;
  keyword: string;
  params: Record<string, unknown>;
  /** Set when the keyword was applied to a member's name. */
  propertyName?: string;
}

type Validator = ((value: unknown) => boolean) & { errors?: SchemaError[] | null };

const VALIDATORS = generated as unknown as Record<string, Validator>;

/** The whole document; its cases are of any kind. */
export const DOCUMENT_SCHEMA: Schema & { $defs: Record<string, Schema> } = JSON.parse(schemaText);

const DEFINITIONS = DOCUMENT_SCHEMA.$defs;

/** The schema of one kind's cases. */
export function caseSchema(kind: ProbeKind): Schema {
  return DEFINITIONS[definitionName(kind)] ?? {};
}

/** Validates all but the cases. */
export function documentErrors(projected: unknown): SchemaError[] {
  return errorsOf("document", projected);
}

/** Validates one case as the kind that it names. */
export function caseErrors(kind: ProbeKind, projected: unknown): SchemaError[] {
  return errorsOf(definitionName(kind), projected);
}

function errorsOf(name: string, projected: unknown): SchemaError[] {
  const validate = VALIDATORS[name];
  if (validate === undefined) throw new Error(`no validator for ${name}`);
  return validate(projected) ? [] : validate.errors ?? [];
}

/** A kind's name in the schema: `error-honesty` is `errorHonesty` there. */
function definitionName(kind: ProbeKind): string {
  return kind.replace(/-(.)/g, (_match, letter: string) => letter.toUpperCase());
}

/**
 * A value as the validators should see it. They know JavaScript numbers only: a 64-bit integer is
 * rounded, and what was written with a fraction or an exponent (`5.0`) or as `-0` becomes a
 * fraction, so that `integer` refuses it.
 */
export function project(value: Json): unknown {
  if (typeof value === "bigint") return Number(value);
  if (value instanceof Number || Object.is(value, -0)) return 0.5;
  if (Array.isArray(value)) return value.map(project);
  if (!isObject(value)) return value;
  const copy: Record<string, unknown> = Object.create(null);
  for (const key of Object.keys(value)) copy[key] = project(value[key] as Json);
  return copy;
}

/** Follows a reference. What the definition says is the rule, siblings only add to it. */
export function resolve(schema: Schema): Schema {
  if (schema.$ref === undefined) return schema;
  return { ...schema, ...DEFINITIONS[schema.$ref.replace("#/$defs/", "")] };
}

/** The schema of one member or item, or null where the content is free. */
export function schemaOf(parent: Schema, segment: string): Schema | null {
  if (parent.properties !== undefined && Object.hasOwn(parent.properties, segment)) {
    return resolve(parent.properties[segment] as Schema);
  }
  const others = parent.items ?? parent.additionalProperties;
  return typeof others === "object" ? resolve(others) : null;
}

/**
 * The value with every member that its schema lists, in the schema's order; one that is missing
 * gets its default.
 */
export function complete(value: Json, schema: Schema): Json {
  if (Array.isArray(value)) {
    const items = schema.items;
    return items === undefined ? value : value.map((item) => complete(item, resolve(items)));
  }
  if (!isObject(value) || schema.properties === undefined) return value;
  const whole: JsonObject = {};
  for (const [name, member] of Object.entries(schema.properties)) {
    const rule = resolve(member);
    const given = Object.hasOwn(value, name) ? value[name] : structuredClone(rule.default);
    if (given !== undefined) whole[name] = complete(given, rule);
  }
  return whole;
}
