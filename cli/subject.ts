/** Who is evaluated: label and target of the commands that refuse both with exit 2 (cli.md §2). */

import { UsageError } from "../core/errors.ts";
import { asServerLabel, INVALID_LABEL, type ServerLabel } from "../core/labels.ts";
import { labelAdvice } from "./client-target.ts";
import type { Invocation } from "./command.ts";
import { readTarget, type ServerTarget } from "./target.ts";

/** A server under test. */
export interface Subject {
  server: ServerLabel;
  target: ServerTarget;
}

/** @throws {UsageError} for a bad label, and without a target */
export function readSubject(invocation: Invocation): Subject {
  const label = asServerLabel(invocation.options["server"]);
  if (label === null) {
    throw new UsageError(
      `${INVALID_LABEL}${labelAdvice(invocation)}`,
    );
  }
  const target = readTarget(invocation);
  if ("wrong" in target) throw new UsageError(target.wrong);
  return { server: label, target };
}
