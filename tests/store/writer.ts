/**
 * A process that writes to a home, for tests: `salt` opens it and prints the salt, `append` appends
 * a number of records one by one, `flood` appends records with a number of arguments until it is
 * killed and prints a line once the first is written.
 */

import { appendCalls, openStore } from "../../store/calls.ts";
import { journalFile } from "../../store/home.ts";
import { appendLines } from "../../store/journal.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { sampleCall } from "./samples.ts";

const [task, home = "", capture = "", count = "0"] = Deno.args;

switch (task) {
  case "salt": {
    const opened = await openStore(home);
    if (!opened.ok) throw new Error(opened.failure.message);
    console.log(opened.value.toHex());
    break;
  }
  case "append":
    for (let seq = 1; seq <= Number(count); seq++) await append(seq);
    break;
  case "flood": {
    const line = encodeRecord(sampleCall({ capture, keys: Number(count) }));
    const [start = "", end = ""] = new TextDecoder().decode(line).split('"seq":1,');
    for (let seq = 1;; seq++) {
      const next = new TextEncoder().encode(`${start}"seq":${seq},${end}`);
      await appendLines(journalFile(home, "calls", "2026-03-04"), [next]);
      if (seq === 1) console.log("started");
    }
  }
}

async function append(seq: number): Promise<void> {
  const outcome = await appendCalls(home, [sampleCall({ capture, seq })]);
  if (!outcome.ok) throw new Error(outcome.failure.message);
}
