/** `mcpeval annotate`: records what was observed about a call (cli.md §6, capture.md §14). */

import {
  ANNOTATION_KINDS,
  type CallReference,
  eventIdOf,
  MAX_NOTE_LENGTH,
  noteProblem,
} from "../../core/annotations.ts";
import { isUuid } from "../../core/capture/grammar.ts";
import { MisuseError, UsageError } from "../../core/errors.ts";
import type { Annotation } from "../../store/annotations.ts";
import { storeFolder } from "../../store/home.ts";
import type { Invocation, OptionValues, Prepared } from "../command.ts";
import { findHome } from "../home.ts";
import { ask, dropPermissions, startKeeper } from "../isolates.ts";
import { capabilities, type CapabilityPlan } from "../permissions.ts";

const MAX_U64 = 2n ** 64n - 1n;

/** See {@link CommandModule.prepare}. */
export function prepare({ options }: Invocation): Prepared {
  const home = findHome();
  const call = readCall(options);
  const kind = readKind(String(options["kind"]));
  const note = readNote(String(options["note"]));
  const folders = [storeFolder(home)];
  const plan = { engine: null, keeper: capabilities({ read: folders, write: folders }) };
  return {
    plan,
    run: () => run(home, { ts: new Date().toISOString(), ...call, kind, note }, plan),
  };
}

function readCall({ eventId, session, seq }: OptionValues): CallReference {
  if (eventId !== undefined) {
    if (session === undefined && seq === undefined) return { event_id: readEventId(`${eventId}`) };
    throw new UsageError("--event-id names the call alone; leave out --session and --seq");
  }
  if (session !== undefined && seq !== undefined) {
    return { session: String(session), seq: readSeq(String(seq)) };
  }
  throw new UsageError("name the call: --event-id, or --session with --seq");
}

function readEventId(text: string): string {
  if (!isUuid(text)) throw new UsageError("--event-id takes a UUID, as call records hold it");
  const id = eventIdOf(text);
  if (id !== null) return id;
  throw new MisuseError("the event id is no random UUID (version 4), so no call has it");
}

function readSeq(text: string): bigint {
  const seq = /^\+?[0-9]+$/.test(text) ? BigInt(text.replace("+", "")) : null;
  if (seq !== null && seq <= MAX_U64) return seq;
  throw new UsageError("--seq takes a whole number from 0 on");
}

function readKind(text: string): Annotation["kind"] {
  const kind = ANNOTATION_KINDS.find((each) => each === text);
  if (kind !== undefined) return kind;
  throw new MisuseError(`unknown annotation kind; known are ${ANNOTATION_KINDS.join(", ")}`);
}

function readNote(text: string): string {
  switch (noteProblem(text)) {
    case null:
      return text;
    case "too-long":
      throw new MisuseError(`the note is longer than ${MAX_NOTE_LENGTH} characters`);
    case "control-character":
      throw new MisuseError("the note holds a line break or another control character");
  }
}

async function run(home: string, annotation: Annotation, plan: CapabilityPlan): Promise<number> {
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(keeper);
  await ask(keeper, (api) => api.appendAnnotation(home, annotation));
  return 0;
}
