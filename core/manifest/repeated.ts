/** Keys that occur twice where the format fixes the keys (manifest-and-probes.md §1). */

import type { Node } from "./document.ts";
import { resolve, type Schema, type SchemaError, schemaOf } from "./structure.ts";

/**
 * The repeated fields of all strict objects, in the form of a validator's errors with the keyword
 * `repeated`. Where the author chooses the keys (`arguments`, `equals`, …) the last one wins.
 */
export function* repeatedFields(
  node: Node,
  schema: Schema,
  pointer = "",
): Generator<SchemaError> {
  if (schema.additionalProperties === false) {
    for (const { key } of node.repeated ?? []) {
      const params = { additionalProperty: key };
      yield { instancePath: pointer, keyword: "repeated", params };
    }
  }
  for (const [key, { node: inner }] of node.members ?? []) {
    const rule = schemaOf(schema, key);
    const segment = key.replaceAll("~", "~0").replaceAll("/", "~1");
    if (rule !== null) yield* repeatedFields(inner, rule, `${pointer}/${segment}`);
  }
  if (schema.items === undefined) return;
  const rule = resolve(schema.items);
  for (const [index, inner] of (node.items ?? []).entries()) {
    yield* repeatedFields(inner, rule, `${pointer}/${index}`);
  }
}
