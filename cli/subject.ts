/** Who is evaluated: label and target of the commands that refuse both with exit 2 (cli.md §2). */

import { UsageError } from "../core/errors.ts";
import { asServerLabel, type ServerLabel } from "../core/labels.ts";
import type { Invocation } from "./commands.ts";
import { type StdioTarget, stdioTarget } from "./target.ts";

/** A server under test. */
export interface Subject {
  server: ServerLabel;
  target: StdioTarget;
}

/** @throws {UsageError} for a bad label, and without a target */
export function readSubject({ options, server }: Invocation): Subject {
  const label = asServerLabel(options["server"]);
  if (label === null) {
    throw new UsageError("the server label is invalid; use 1 to 128 of A-Za-z0-9_.:-");
  }
  const target = stdioTarget(server);
  if (target === null) {
    throw new UsageError("name the server under test: put its command after --");
  }
  return { server: label, target };
}
