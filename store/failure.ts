/** How work on files fails: with an error that names the place and the kind, nothing else. */

import { IncompleteError } from "../core/errors.ts";

/**
 * Does one thing to one path.
 * @throws {IncompleteError} for an error of the system; an error of our own goes on as it is
 */
export async function naming<T>(
  act: string,
  path: string,
  work: () => T | Promise<T>,
  blame = named,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    throw blame(act, path, error);
  }
}

/** As {@link naming}, for a path of the home, which itself may be what cannot be used. */
export function namingInHome<T>(
  act: string,
  path: string,
  work: () => T | Promise<T>,
): Promise<T> {
  return naming(act, path, work, namedInHome);
}

/** An error about a path of the home, as {@link namingInHome} throws it. */
export function namedInHome(act: string, path: string, error: unknown): IncompleteError {
  const isClosed = error instanceof Deno.errors.PermissionDenied ||
    error instanceof Deno.errors.NotADirectory || error instanceof Deno.errors.FilesystemLoop;
  const remedy = isClosed ? "; check MCPEVAL_HOME and the permissions of its folders" : "";
  return named(act, path, error, remedy);
}

/** An error about a path, as {@link naming} throws it. */
export function named(act: string, path: string, error: unknown, remedy = ""): IncompleteError {
  if (error instanceof IncompleteError) return error;
  return new IncompleteError(`${act} ${path} failed: ${kindOf(error)}${remedy}`);
}

/** What a path leads to cannot be read; the message says why, and nothing else. */
export class UnsuitableFile extends Error {
  override name = "UnsuitableFile";
}

/** The kind of a system's error; its message is not used, because it may say more. */
export function kindOf(error: unknown): string {
  if (error instanceof UnsuitableFile) return error.message;
  if (error instanceof Deno.errors.NotFound) return "no such file or folder";
  if (error instanceof Deno.errors.AlreadyExists) return "it exists";
  if (error instanceof Deno.errors.PermissionDenied) return "permission denied";
  if (error instanceof Deno.errors.IsADirectory) return "it is a folder";
  if (error instanceof Deno.errors.NotADirectory) return "a part of the path is not a folder";
  if (error instanceof Deno.errors.FilesystemLoop) return "its links lead in a circle";
  if (error instanceof Deno.errors.NotCapable) return "the runtime keeps it closed";
  const code = error instanceof Error ? (error as { code?: unknown }).code : undefined;
  if (code === "ENOSPC") return "the disk is full";
  if (code === "EROFS") return "the file system is read-only";
  return typeof code === "string" ? code : error instanceof Error ? error.name : "unknown error";
}
