/** The texts of what a validator can find; the tokens of manifest-and-probes.md §1 are kept. */

import { asIdentifier } from "../labels.ts";
import { resolve, type Schema, type SchemaError } from "./structure.ts";

/**
 * Tells one failed keyword. No value is quoted, and a name only if it looks like one.
 * @param owner the case's kind, or `manifest`
 * @param field empty for the owner itself
 * @param schema of the field
 */
export function wording(owner: string, field: string, schema: Schema, error: SchemaError): string {
  const { params } = error;
  const subject = field === "" ? owner : `${owner} ${field}`;
  switch (error.keyword) {
    case "required": {
      const missing = String(params["missingProperty"]);
      return `${owner} ${field === "" ? missing : `${field}.${missing}`} is missing`;
    }
    case "additionalProperties": {
      const name = asIdentifier(params["additionalProperty"]);
      const known = Object.keys(schema.properties ?? {}).join(", ");
      const which = name === null ? "an unknown field" : `the unknown field ${name}`;
      return `${subject} has ${which}; the fields are ${known}`;
    }
    case "repeated": {
      const name = asIdentifier(params["additionalProperty"]);
      return `${subject} has ${name === null ? "a field" : `the field ${name}`} twice`;
    }
    case "type": {
      const types = [schema.type ?? []].flat();
      if (types.length > 2) return `${subject} is invalid: ${expected(schema)}`;
      return `${subject} must be ${types.map(typeName).join(" or ")}`;
    }
    case "enum":
      return `${subject} must be ${(schema.enum ?? []).join(" or ")}`;
    case "const":
      if (params["allowedValue"] === null) return `${subject} is only for the outcome error`;
      if (field === "access") return `${owner} must be read-only`;
      return `${subject} must be ${params["allowedValue"]}`;
    case "minimum":
    case "maximum":
      if (!Number.isSafeInteger(schema.maximum)) return `${subject} must be a 64-bit integer`;
      return `${owner === "degradation-over-n" ? field : subject} ` +
        `must be between ${schema.minimum} and ${schema.maximum}`;
    case "minItems":
    case "maxItems":
    case "maxProperties":
      if (params["limit"] === 0) return `${subject} is only for the outcome ok`;
      if (schema.maxItems === undefined) return `${subject} must hold at least one case`;
      return `${subject} must be between ${schema.minItems} and ${schema.maxItems} in number`;
    case "uniqueItems":
      return `${subject} must not hold an entry twice`;
    case "propertyNames":
      return `${subject} has a name that is invalid: ${expected(schema.propertyNames)}`;
    default:
      return `${subject} is invalid: ${expected(schema)}`;
  }
}

/** The grammar as the schema's descriptions tell it. */
function expected(schema: Schema | undefined): string {
  const text = resolve(schema ?? {}).description ?? "another form";
  return `expected ${text.charAt(0).toLowerCase()}${text.slice(1)}`;
}

function typeName(type: string): string {
  switch (type) {
    case "object":
    case "array":
      return `an ${type}`;
    case "integer":
      return "an integer of at most 64 bits without fraction or exponent";
    case "boolean":
      return "true or false";
    case "null":
      return "null";
    default:
      return `a ${type}`;
  }
}
