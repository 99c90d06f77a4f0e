import assert from "node:assert/strict";
import { appendCalls } from "../../store/calls.ts";
import { lineText, readLines } from "../../store/lines.ts";
import { projectCall } from "../../store/project.ts";
import { parseJson } from "../../core/mcp/json.ts";
import { tempFolder } from "../cli/run.ts";
import { SAMPLE_JOURNAL, sampleCall } from "./samples.ts";
import { startWriter } from "./writers.ts";

const ROUNDS = 50;

/** Starts a writer, lets it write, kills it at a random moment. */
async function killInMidWrite(home: string): Promise<void> {
  const writer = startWriter("flood", home, crypto.randomUUID(), "20000");
  const stdout = writer.stdout.getReader();
  const { value } = await stdout.read();
  assert.equal(new TextDecoder().decode(value), "started\n");
  await new Promise((resolve) => setTimeout(resolve, Math.random() * 8));
  writer.kill("SIGKILL");
  await writer.status;
  await stdout.cancel();
  await writer.stderr.cancel();
}

/** The records of a journal as readers load them; any line with an end must be one. */
function load(path: string): { seqs: number[]; torn: boolean } {
  using file = Deno.openSync(path);
  const seqs: number[] = [];
  for (const { bytes, ended } of readLines(file, path)) {
    if (!ended) return { seqs, torn: true };
    const call = projectCall(parseJson(lineText(bytes) ?? ""));
    assert.ok(call !== null);
    seqs.push(call.seq);
  }
  return { seqs, torn: false };
}

Deno.test("a journal loads whenever its writer is killed, and takes the next record", async () => {
  for (let round = 0; round < ROUNDS; round++) {
    await using folder = await tempFolder();
    await Deno.mkdir(folder.file("store"));
    const path = folder.file(`store/${SAMPLE_JOURNAL}`);
    await killInMidWrite(folder.path);
    const before = load(path);
    const written = before.seqs.map((_, index) => index + 1);
    assert.deepEqual(before.seqs, written);

    const outcome = await appendCalls(folder.path, [sampleCall({ seq: 9999 })]);
    assert.deepEqual(outcome, { ok: true, value: null });
    const after = load(path);
    assert.ok(!after.torn);
    // A torn line that lacked its line feed only is completed.
    const extra = after.seqs.length - written.length - 1;
    assert.ok(extra === 0 || (extra === 1 && before.torn));
    assert.deepEqual(after.seqs, [...written, ...extra ? [written.length + 1] : [], 9999]);
  }
});
