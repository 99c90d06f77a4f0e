/** Validated names. The brands say that a text has passed its grammar (cli.md §1). */

declare const brand: unique symbol;
type Branded<Name extends string> = string & { readonly [brand]: Name };

/** A tool's name: 1–128 bytes of `A-Za-z0-9_.:-`. */
export type ToolName = Branded<"ToolName">;
/** The label under which a user evaluates a server; same grammar as a tool name. */
export type ServerLabel = Branded<"ServerLabel">;
/** Case id, sandbox name or payload field: a letter, then up to 63 of `A-Za-z0-9_.:-`. */
export type Identifier = Branded<"Identifier">;

const NAME = /^[A-Za-z0-9_.:-]{1,128}$/;
const IDENTIFIER = /^[A-Za-z][A-Za-z0-9_.:-]{0,63}$/;

/** The text as a tool name, or null when it is none. */
export function asToolName(text: unknown): ToolName | null {
  return typeof text === "string" && NAME.test(text) ? text as ToolName : null;
}

/** The text as a server label, or null when it is none. */
export function asServerLabel(text: unknown): ServerLabel | null {
  return asToolName(text) as ServerLabel | null;
}

/** Said of a text that is no server label. */
export const INVALID_LABEL = "the server label is invalid; use 1 to 128 of A-Za-z0-9_.:-";

/** The text as an identifier, or null when it is none. */
export function asIdentifier(text: unknown): Identifier | null {
  return typeof text === "string" && IDENTIFIER.test(text) ? text as Identifier : null;
}
