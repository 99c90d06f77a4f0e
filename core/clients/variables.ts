/** Variables in the values of a config, as the client would replace them. */

import { DocumentError } from "../errors.ts";
import { basename } from "node:path";
import type { ReadVariable, VariableStyle } from "./files.ts";

/** What variables stand for. */
export interface Surroundings {
  variable: ReadVariable;
  /** The user's folder; null when nobody knows it. */
  home: string | null;
  /** The folder of the project. */
  project: string;
  separator: "/" | "\\";
}

const NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

/**
 * Replaces the variables of a text.
 * @param place for messages
 * @throws {DocumentError} for a variable that is not set, and for one that only the client knows
 */
export function expand(
  text: string,
  style: VariableStyle,
  surroundings: Surroundings,
  place: string,
): string {
  if (style === "none") return text;
  const replace = style === "shell" ? shellVariable : editorVariable;
  return text.replace(/\$\{([^}]*)\}/g, (_, inner: string) => replace(inner, surroundings, place));
}

function shellVariable(inner: string, { variable }: Surroundings, place: string): string {
  const [name = "", ...rest] = inner.split(":-");
  if (!NAME.test(name)) throw unknown(place);
  const value = variable(name);
  if (value !== undefined) return value;
  if (rest.length > 0) return rest.join(":-");
  throw unset(place, name);
}

function editorVariable(inner: string, surroundings: Surroundings, place: string): string {
  const { variable, home, project, separator } = surroundings;
  const name = /^env:(.*)$/.exec(inner)?.[1];
  if (name !== undefined && NAME.test(name)) {
    const value = variable(name);
    if (value === undefined) throw unset(place, name);
    return value;
  }
  switch (inner) {
    case "workspaceFolder":
      return project;
    case "workspaceFolderBasename":
      return basename(project);
    case "userHome":
      if (home !== null) return home;
      throw unknown(place);
    case "pathSeparator":
    case "/":
      return separator;
    default:
      throw unknown(place);
  }
}

function unset(place: string, name: string): DocumentError {
  return new DocumentError(`${place} needs the environment variable ${name}, which is not set`);
}

function unknown(place: string): DocumentError {
  return new DocumentError(
    `${place} has a variable \${…} that only its client can replace; write its value`,
  );
}
