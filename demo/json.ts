/** Any JSON value. A {@link numberLiteral} counts as an object here and as a number on the wire. */
export type JsonValue = null | boolean | number | string | readonly JsonValue[] | JsonObject;

/** A JSON object. */
export interface JsonObject {
  readonly [key: string]: JsonValue;
}

/** The JSON source text access of ECMAScript, which TypeScript's library does not declare yet. */
interface SourceTextJson {
  parse(
    text: string,
    reviver: (key: string, value: JsonValue, context: { readonly source?: string }) => JsonValue,
  ): JsonValue;
  rawJSON(text: string): JsonObject;
}

const sourceTextJson = JSON as unknown as SourceTextJson;

/** A number that is written with exactly these characters: `21.0` stays `21.0`. */
export function numberLiteral(text: string): JsonValue {
  return sourceTextJson.rawJSON(text);
}

/**
 * Parses one JSON text; undefined when it is none. Numbers under the keys `id` and `requestId`
 * become number literals, because a request id goes back exactly as it came, with every digit.
 */
export function parseJson(text: string): JsonValue | undefined {
  try {
    return sourceTextJson.parse(
      text,
      (key, value, { source }) =>
        typeof value === "number" && source !== undefined && (key === "id" || key === "requestId")
          ? numberLiteral(source)
          : value,
    );
  } catch {
    return undefined;
  }
}

/** Tells a JSON object from arrays, primitives and absence. */
export function isJsonObject(value: JsonValue | undefined): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value of a string member; undefined when it is absent or of another type. */
export function stringMember(object: JsonObject, key: string): string | undefined {
  const value = object[key];
  return typeof value === "string" ? value : undefined;
}

/** The value of an object member; an empty object when it is absent or of another type. */
export function objectMember(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isJsonObject(value) ? value : {};
}
