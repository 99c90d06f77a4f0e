/**
 * Where the values of a TOML document stand (TOML 1.1, https://toml.io/en/v1.1.0). It scans text
 * that a parser has accepted, so it looks for ends only and judges nothing.
 */

import { parse } from "smol-toml";
import type { Span } from "./text.ts";

/** A value with its key. */
export interface TomlMember {
  /** From the root; a table of an array of tables has a `null` after the array's name. */
  path: (string | null)[];
  /** The key as it is written, without its last part. */
  prefix: string;
  /** Where the key begins. */
  start: number;
  value: Span;
  /** The items of a list; null for any other value. */
  items: Span[] | null;
  /** Whether it stands in a table in braces. */
  isInline: boolean;
}

/** What a scan finds. */
export interface TomlScan {
  members: TomlMember[];
  /** Every value that is neither a list nor a table. */
  scalars: Span[];
}

/** Scans a valid document. */
export function scanToml(text: string): TomlScan {
  const members: TomlMember[] = [];
  const scalars: Span[] = [];
  let at = 0;

  /** Skips what has no meaning; line breaks, too. */
  function skip(): void {
    at = matchAt(/(?:\s|\ufeff|#.*)*/y, text, at);
  }
  function readKey(): { parts: string[]; lastStart: number } {
    const parts: string[] = [];
    for (;;) {
      const start = at;
      at = text[at] === '"' || text[at] === "'"
        ? endOfString(text, at)
        : matchAt(/[^\s.=\]]+/y, text, at);
      parts.push(keyText(text.slice(start, at)));
      at = matchAt(/[ \t]*/y, text, at);
      if (text[at] !== ".") return { parts, lastStart: start };
      at = matchAt(/[ \t]*/y, text, at + 1);
    }
  }
  function readMember(table: readonly (string | null)[], isInline: boolean): void {
    const start = at;
    const { parts, lastStart } = readKey();
    const path = [...table, ...parts];
    at = matchAt(/[ \t]*=[ \t]*/y, text, at);
    const value = { start: at, end: at };
    const member: TomlMember = {
      path,
      prefix: text.slice(start, lastStart),
      start,
      value,
      items: null,
      isInline,
    };
    members.push(member);
    member.items = readValue(path);
    value.end = at;
  }
  /** Reads a value; returns the items of a list. */
  function readValue(path: readonly (string | null)[]): Span[] | null {
    if (text[at] === "[") return readList(path);
    if (text[at] === "{") {
      readInside("}", () => readMember(path, true));
      return null;
    }
    const start = at;
    const isText = text[at] === '"' || text[at] === "'";
    at = isText ? endOfString(text, at) : matchAt(/[^,#\]}\r\n]*[^,#\]}\s]/y, text, at);
    scalars.push({ start, end: at });
    return null;
  }
  function readList(path: readonly (string | null)[]): Span[] {
    const items: Span[] = [];
    readInside("]", () => {
      const start = at;
      readValue([...path, null]);
      items.push({ start, end: at });
    });
    return items;
  }
  function readInside(close: string, readItem: () => void): void {
    at += 1;
    for (skip(); at < text.length && text[at] !== close; skip()) {
      if (text[at] === ",") at += 1;
      else readItem();
    }
    at += 1;
  }

  let table: (string | null)[] = [];
  for (skip(); at < text.length; skip()) {
    if (text[at] !== "[") {
      readMember(table, false);
      continue;
    }
    const isArray = text[at + 1] === "[";
    at = matchAt(/\[\[?[ \t]*/y, text, at);
    table = readKey().parts;
    if (isArray) table = [...table, null];
    at = matchAt(/\]\]?/y, text, at);
  }
  return { members, scalars };
}

/** Where a match that begins at an offset ends; at least one character on for what is unknown. */
function matchAt(pattern: RegExp, text: string, at: number): number {
  pattern.lastIndex = at;
  return pattern.test(text) ? pattern.lastIndex : at + 1;
}

function endOfString(text: string, at: number): number {
  const quote = text[at] ?? "";
  const isLong = text.startsWith(quote.repeat(3), at);
  const pattern = quote === "'"
    ? isLong ? /'''[^]*?'''(?:'{1,2})?/y : /'[^'\n]*'/y
    : isLong
    ? /"""(?:\\[^]|[^\\])*?"""(?:"{1,2})?/y
    : /"(?:\\.|[^"\\\n])*"/y;
  return matchAt(pattern, text, at);
}

function keyText(literal: string): string {
  return /^["']/.test(literal) ? String(parse(`key = ${literal}`).key) : literal;
}
