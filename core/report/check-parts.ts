/**
 * Guards of what came across from the engine: each takes a value of unknown make and returns it as
 * what it must be, or refuses it by naming its place, never the value.
 */

import { IncompleteError } from "../errors.ts";
import { asToolName, type ToolName } from "../labels.ts";
import { compareBytes } from "../mcp/json.ts";

const DIGEST = /^[0-9a-f]{16}$/;

/** The members of a plain object that has no others; a missing one is refused where it is read. */
export function members<Name extends string>(
  value: unknown,
  known: readonly Name[],
  at: string,
): Partial<Record<Name, unknown>> {
  if (!isRecord(value)) refuse(at);
  if (!Object.keys(value).every((name) => known.includes(name as Name))) refuse(at);
  return value as Partial<Record<Name, unknown>>;
}

/** Whether a value is an object as our own code makes them; classes and arrays are none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null &&
    Object.getPrototypeOf(value) === Object.prototype;
}

/** The items of an array. */
export function list(value: unknown, at: string): unknown[] {
  return Array.isArray(value) ? Array.from(value) : refuse(at);
}

/** A tool's name that has passed its grammar. */
export function toolName(value: unknown, at: string): ToolName {
  return asToolName(value) ?? refuse(at);
}

/** A digest of a contract: 16 lower-case hex digits. */
export function digest(value: unknown, at: string): string {
  return typeof value === "string" && DIGEST.test(value) ? value : refuse(at);
}

/** A whole number from 0 to 2⁵³−1. */
export function count(value: unknown, at: string): number {
  const valid = typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
  return valid && !Object.is(value, -0) ? value : refuse(at);
}

/** One of our own labels. */
export function oneOf<Known extends string>(
  known: readonly Known[],
  value: unknown,
  at: string,
): Known {
  return known.find((label) => label === value) ?? refuse(at);
}

/** Refuses texts that do not ascend strictly in byte order. */
export function ascending(texts: string[], at: string): void {
  texts.forEach((text, index) => {
    const before = texts[index - 1];
    if (before !== undefined && compareBytes(before, text) >= 0) refuse(at);
  });
}

/**
 * Refuses what came across.
 * @param at the place, made of our own member names
 * @throws {IncompleteError} always
 */
export function refuse(at: string): never {
  throw new IncompleteError(
    `the evaluation handed over an unusable result (${at}); this is a defect of mcpeval`,
  );
}
