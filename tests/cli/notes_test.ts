import assert from "node:assert/strict";
import { checkedListener, checkNotes, noteLines } from "../../cli/notes.ts";
import type { Listener, ServerNotes } from "../../core/jobs.ts";
import { FOREIGN, lookUp, paths, refusalOf } from "../report/members.ts";

const NOTES: ServerNotes = {
  revision: "2025-06-18",
  noise: { lines: 2, first: 1 },
  unread: { lines: 1, first: 3, problem: "a number is out of range" },
  strays: 1,
};
const QUIET: ServerNotes = {
  revision: null,
  noise: { lines: 0, first: null },
  unread: { lines: 0, first: null, problem: null },
  strays: 0,
};

Deno.test("notes pass unchanged, and are a line for each thing that happened", () => {
  assert.deepEqual(checkNotes(structuredClone(NOTES)), NOTES);
  assert.deepEqual(checkNotes(QUIET), QUIET);
  assert.equal(noteLines(NOTES).length, 3);
  assert.deepEqual(noteLines(QUIET), []);
});

Deno.test("a foreign value in the notes is refused without being quoted; no revision is none", () => {
  for (const at of paths(NOTES).filter(([first]) => first !== undefined && first !== "revision")) {
    for (const foreign of FOREIGN) {
      const mutated = structuredClone(NOTES);
      lookUp(mutated, at.slice(0, -1))[at.at(-1) ?? ""] = foreign;
      const error = refusalOf(checkNotes, mutated);
      assert.equal(error.name, "IncompleteError", at.join("."));
      assert.doesNotMatch(error.message, /LEAKED/);
    }
  }
  assert.equal(checkNotes({ ...NOTES, revision: "LEAKED" }).revision, null);
});

Deno.test("lines are short and hide nothing, progress is of numbers", () => {
  const told: unknown[] = [];
  const listener = checkedListener({
    progress: (...state) => told.push(state),
    diagnostic: (line) => told.push(line),
  }) as { [Name in keyof Listener]: (...given: unknown[]) => void };
  listener.diagnostic("look transport-closed: the server ended");
  listener.diagnostic("one\nline \x1b[2J");
  listener.diagnostic("LEAKED".repeat(1000));
  listener.diagnostic({ LEAKED: 1 });
  listener.progress(1, 2, "a case\r");
  listener.progress("LEAKED", 2, "a case");
  const withheld = "a line was withheld because it breaks its grammar; this is a defect of mcpeval";
  assert.deepEqual(told, [
    "look transport-closed: the server ended",
    "one\\u{a}line \\u{1b}[2J",
    withheld,
    withheld,
    [1, 2, "a case\\u{d}"],
  ]);
});
