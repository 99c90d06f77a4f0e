/** How a client starts or reaches the server of an entry. */

import { resolve } from "node:path";
import { DocumentError } from "../errors.ts";
import { authorizationProblem } from "../mcp/authorization.ts";
import { isSendable } from "../mcp/extra-headers.ts";
import { visible } from "../report/visible.ts";
import { type ClientEntry, commandWords, endpointOf, type Members, placeOf } from "./config.ts";
import type { VariableStyle } from "./files.ts";
import { expand, type Surroundings } from "./variables.ts";
import { wrappedFrom } from "./wrapping.ts";

/** Texts by name. */
export type Texts = Record<string, string>;

/** What a client does with an entry; a wrapped command is unwrapped. */
export type Launch =
  | {
    kind: "stdio";
    command: [string, ...string[]];
    /** Variables that the server gets beside those that are set. */
    env: Texts;
    /** Absolute; null for the current folder. */
    cwd: string | null;
  }
  | {
    kind: "http";
    url: string;
    /** Value of the `Authorization` header; null for none. */
    authorization: string | null;
    /** All other headers, in lower case. */
    headers: Texts;
  };

/**
 * Reads an entry.
 * @throws {DocumentError} naming the place, for an entry that is malformed, that needs what only the
 * client has, or that uses a transport that is not supported
 */
export function launchOf(
  entry: ClientEntry,
  style: VariableStyle,
  surroundings: Surroundings,
): Launch {
  const text = (value: string, member: string) =>
    expand(value, style, surroundings, visible(placeOf(entry, member)));
  const url = endpointOf(entry);
  if (entry.place !== null || "command" in entry.members) {
    return readCommand(entry, text, surroundings);
  }
  if (url !== null) return readEndpoint(entry, text(url, "url"), text, surroundings);
  throw wrong(entry, null, "has neither a command nor a url");
}

type Replace = (value: string, member: string) => string;

function readCommand(entry: ClientEntry, replace: Replace, { project }: Surroundings): Launch {
  const { owner, members } = entry;
  const written = commandWords(entry);
  if (written === null) throw wrong(entry, null, "needs a text as command and texts as args");
  const words = written.slice(wrappedFrom(written) ?? 0);
  const [program, ...args] = words.map((word, index) =>
    replace(word, index === 0 ? "command" : "args")
  );
  if (program === undefined || program === "") throw wrong(entry, "command", "is empty");
  if (members.envFile !== undefined) {
    throw wrong(entry, "envFile", "is not supported; set the variables before you start mcpeval");
  }
  const { cwd } = members;
  if (cwd !== undefined && cwd !== null && typeof cwd !== "string") {
    throw wrong(entry, "cwd", "must be a text");
  }
  return {
    kind: "stdio",
    command: [program, ...args],
    env: readTexts(entry, "env", owner.env ?? members.env, replace),
    cwd: typeof cwd === "string" ? resolve(project, replace(cwd, "cwd")) : null,
  };
}

function readEndpoint(
  entry: ClientEntry,
  url: string,
  replace: Replace,
  { variable }: Surroundings,
): Launch {
  const { members } = entry;
  if (members.type === "sse") {
    throw wrong(entry, "type", "is the older SSE transport, which is not supported");
  }
  const set = (name: unknown, member: string): string => {
    const value = typeof name === "string" ? variable(name) : undefined;
    if (value !== undefined) return value;
    throw wrong(entry, member, "names an environment variable that is not set");
  };
  const named = readTexts(entry, "env_http_headers", members.env_http_headers, (text) => text);
  const token = members.bearer_token_env_var;
  const written = {
    ...readTexts(entry, "headers", members.headers, replace),
    ...readTexts(entry, "http_headers", members.http_headers, replace),
    ...Object.fromEntries(
      Object.entries(named).map(([name, from]) => [name, set(from, "env_http_headers")]),
    ),
    ...(token === undefined
      ? {}
      : { authorization: `Bearer ${set(token, "bearer_token_env_var")}` }),
  };
  const { authorization = null, ...headers } = lowerCase(written);
  const isWrong = (authorization !== null && authorizationProblem(authorization) !== null) ||
    !Object.entries(headers).every(([name, value]) => isSendable(name, value));
  if (isWrong) throw wrong(entry, "headers", "has a header that cannot be sent");
  return { kind: "http", url, authorization, headers };
}

/** An object of texts; numbers and truth values count as such. */
function readTexts(entry: ClientEntry, member: string, value: unknown, replace: Replace): Texts {
  if (value === undefined || value === null) return {};
  if (typeof value !== "object" || Array.isArray(value)) {
    throw wrong(entry, member, "must be an object of texts");
  }
  return Object.fromEntries(
    Object.entries(value as Members).map(([name, text]) => {
      if (!["string", "number", "boolean"].includes(typeof text)) {
        throw wrong(entry, `${member}.${name}`, "must be a text");
      }
      return [name, replace(String(text), `${member}.${name}`)];
    }),
  );
}

function lowerCase(texts: Texts): Texts {
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name.toLowerCase(), text]),
  );
}

function wrong(entry: ClientEntry, member: string | null, problem: string): DocumentError {
  return new DocumentError(`${visible(placeOf(entry, member ?? undefined))} ${problem}`);
}
