/**
 * The text of a manifest as a tree that knows where everything stands: strict JSON, or JSON with
 * comments and trailing commas (manifest-and-probes.md §1, D10).
 */

import { type ParseErrorCode, printParseErrorCode, visit } from "jsonc-parser";
import { UsageError } from "../errors.ts";
import { type Json, JsonError, type JsonObject, MAX_DEPTH, readNumber } from "../mcp/json.ts";
import { utf8Text } from "../utf8.ts";

/** Where something stands in the text. */
export interface Place {
  /** In UTF-16 units from the start; orders problems. */
  offset: number;
  /** From 1. */
  line: number;
}

/** A value with its place; containers also have nodes for what they hold. */
export interface Node extends Place {
  /** The exact value. Of a repeated key it has the last one. */
  value: Json;
  /** Of an object: its members by key. */
  members?: Map<string, Member>;
  /** Of an object: each further occurrence of a key that it already had. */
  repeated?: (Place & { key: string })[];
  /** Of an array. */
  items?: Node[];
}

/** A member of an object, placed where its key stands. */
export interface Member extends Place {
  key: string;
  node: Node;
}

/**
 * Reads the bytes of a manifest.
 * @param name the path for messages; one that ends in `.jsonc` may hold comments and trailing
 * commas
 * @throws {UsageError} naming the line, for anything but one well-formed document in UTF-8 without
 * a byte-order mark, at most 127 containers deep, without lone surrogates and without numbers
 * beyond the range of a double
 */
export function readDocument(bytes: Uint8Array, name: string): Node {
  const text = utf8Text(bytes) ?? reject(name, lineOfBadByte(bytes), "manifest is not UTF-8");
  const relaxed = name.toLowerCase().endsWith(".jsonc");
  if (text.startsWith("\ufeff")) {
    reject(name, 1, "manifest starts with a byte-order mark: save it as UTF-8 without one");
  }
  if (text.trim() === "") reject(name, 1, "manifest is empty: expected a JSON object");
  return parse(text, name, relaxed);
}

/** Ends the loading with a message that says where. */
export function reject(name: string, line: number, message: string): never {
  throw new UsageError(`${message} (${name}:${line})`);
}

/** A line feed is no part of any other character, so each line can be tried on its own. */
function lineOfBadByte(bytes: Uint8Array): number {
  for (let line = 1, start = 0;; line++) {
    const end = bytes.indexOf(0x0a, start);
    const text = utf8Text(bytes.subarray(start, end === -1 ? bytes.length : end));
    if (text === null || end === -1) return line;
    start = end + 1;
  }
}

/** Builds the tree from the parser's events; the first error of any kind ends it. */
function parse(text: string, name: string, relaxed: boolean): Node {
  const open: Node[] = [];
  let root: Node | undefined;
  let key: (Place & { key: string }) | undefined;
  let afterComma = false;

  function add(node: Node): void {
    afterComma = false;
    const parent = open.at(-1);
    if (parent === undefined) root = node;
    else if (parent.items !== undefined) {
      parent.items.push(node);
      (parent.value as Json[]).push(node.value);
    } else if (key !== undefined) addMember(parent, { ...key, node });
  }
  function begin(node: Node): void {
    if (open.length === MAX_DEPTH) {
      reject(name, node.line, `manifest is nested deeper than ${MAX_DEPTH} containers`);
    }
    add(node);
    open.push(node);
  }
  function end(): void {
    afterComma = false;
    open.pop();
  }
  function checkText(value: string, line: number): void {
    if (!value.isWellFormed()) reject(name, line, "manifest has a lone surrogate in a string");
  }

  visit(text, {
    onObjectBegin: (offset, _length, line) =>
      begin({ value: {}, offset, line: line + 1, members: new Map(), repeated: [] }),
    onArrayBegin: (offset, _length, line) =>
      begin({ value: [], offset, line: line + 1, items: [] }),
    onObjectEnd: end,
    onArrayEnd: end,
    onObjectProperty: (property, offset, _length, line) => {
      checkText(property, line + 1);
      key = { key: property, offset, line: line + 1 };
    },
    onLiteralValue: (literal, offset, length, line) => {
      let value = literal as Json;
      if (typeof value === "string") checkText(value, line + 1);
      if (typeof value === "number") {
        value = number(text.slice(offset, offset + length), name, line + 1);
      }
      add({ value, offset, line: line + 1 });
    },
    onSeparator: (separator) => {
      afterComma = separator === ",";
    },
    onError: (code, offset, _length, line) => {
      const trailing = afterComma && (text[offset] === "}" || text[offset] === "]");
      const cause = trailing ? "a trailing comma needs a .jsonc file" : causeOf(code);
      reject(name, line + 1, `manifest is not valid JSON: ${cause}`);
    },
  }, { disallowComments: !relaxed, allowTrailingComma: relaxed });
  if (root === undefined) reject(name, 1, "manifest is not valid JSON: a value is expected");
  return root;
}

function addMember(parent: Node, member: Member): void {
  if (parent.members?.has(member.key)) parent.repeated?.push(member);
  parent.members?.set(member.key, member);
  // A plain assignment to this name would set the prototype.
  if (member.key === "__proto__") {
    const property = { value: member.node.value, enumerable: true, writable: true };
    Object.defineProperty(parent.value, member.key, { ...property, configurable: true });
  } else (parent.value as JsonObject)[member.key] = member.node.value;
}

function number(literal: string, name: string, line: number): Json {
  try {
    return readNumber(literal);
  } catch (error) {
    if (!(error instanceof JsonError)) throw error;
    reject(name, line, "manifest has a number beyond the range of a double");
  }
}

/** In the parser's names, since its numbers exist as types only. */
const CAUSES: Record<string, string> = {
  PropertyNameExpected: "a field name in quotes is expected",
  ValueExpected: "a value is expected",
  ColonExpected: "a colon is expected",
  CommaExpected: "a comma is expected",
  CloseBraceExpected: "a closing brace is missing",
  CloseBracketExpected: "a closing bracket is missing",
  EndOfFileExpected: "there is text after the end of the document",
  InvalidCommentToken: "a comment needs a .jsonc file",
  UnexpectedEndOfComment: "a comment is not closed",
  UnexpectedEndOfString: "a string is not closed",
  UnexpectedEndOfNumber: "a number is incomplete",
  InvalidUnicode: "a \\u escape is incomplete",
  InvalidEscapeCharacter: "a string has an unknown escape",
  InvalidCharacter: "a string has a control character that is not escaped",
};

function causeOf(code: ParseErrorCode): string {
  return CAUSES[printParseErrorCode(code)] ?? "there is text that is no JSON value";
}
