/**
 * Compares stores with another implementation's: MCPEVAL_REFERENCE names its `mcpeval` program.
 * Without it the comparison is skipped and says so.
 */

import assert from "node:assert/strict";
import fc from "fast-check";
import { encodeJson, parseJson } from "../../core/mcp/json.ts";
import { appendAnnotation } from "../../store/annotations.ts";
import { appendCalls } from "../../store/calls.ts";
import { diagnose } from "../../store/doctor.ts";
import { projectCall } from "../../store/project.ts";
import { encodeRecord } from "../../store/record-line.ts";
import { packEnvelope } from "../../store/share.ts";
import { findPlace } from "../../store/share-place.ts";
import { type Ran, run, type TempFolder, tempFolder } from "../cli/run.ts";
import { anyJson } from "../capture/json.ts";
import { SAMPLE_JOURNAL, sampleCall } from "./samples.ts";
import { exitOf, startWriter } from "./writers.ts";

const reference = Deno.env.get("MCPEVAL_REFERENCE");
if (reference === undefined) {
  console.error("comparison with the reference skipped: MCPEVAL_REFERENCE is unset");
}

function compare(name: string, fn: (folder: TempFolder) => Promise<void>): void {
  Deno.test({
    name,
    ignore: reference === undefined,
    async fn() {
      await using folder = await tempFolder();
      await Deno.mkdir(folder.file("store"));
      await fn(folder);
    },
  });
}

/** Runs the reference on a home. */
function theirs(home: string, ...args: string[]): Promise<Ran> {
  return run([reference ?? ""], args, { env: { MCPEVAL_HOME: home } });
}

async function assertIndexed(home: string, counts: string): Promise<void> {
  const { code, stdout, stderr } = await theirs(home, "index");
  assert.deepEqual([code, stdout], [0, `indexed ${counts}\n`], stderr);
}

compare("the reference indexes, sweeps and shares what we write", async (folder) => {
  const shapes = fc.sample(anyJson(), { numRuns: 300, seed: 20260304 });
  const calls = shapes.map((args, index) => ({ ...sampleCall({ seq: index + 1 }), args }));
  assert.ok((await appendCalls(folder.path, calls)).ok);
  const call = { event_id: calls[0]?.identity.event_id };
  const said = { ts: "2026-03-04T05:06:07.089Z", kind: "false-success", note: "see it" };
  assert.ok((await appendAnnotation(folder.path, { ...said, ...call })).ok);
  const { session } = sampleCall();
  assert.ok((await appendAnnotation(folder.path, { ...said, session, seq: 2n ** 63n - 1n })).ok);
  await assertIndexed(folder.path, "300 calls, 300 failures, 2 annotations");
  assert.deepEqual(await theirs(folder.path, "doctor"), {
    code: 0,
    stdout: "scanned 2 files\n2 annotation notes contain agent prose; review before sharing\n" +
      `do not share: ${folder.path}/.salt (fingerprint salt)\n`,
    stderr: "",
  });
  assert.equal((await theirs(folder.path, "share", "--dir", folder.file("out"))).code, 0);
});

compare("what the reference writes passes our projection unchanged", async (folder) => {
  await theirs(
    folder.path,
    "annotate",
    "--session",
    "s",
    "--seq",
    "1",
    "--kind=workaround",
    "--note=é",
  );
  const frames = fc.sample(anyJson(), { numRuns: 200, seed: 7 }).map((args, id) =>
    encodeJson({
      jsonrpc: "2.0",
      id,
      method: "tools/call",
      // Keys are kept by their grammar here (decision 24), as they are there.
      params: { name: "t", arguments: [args, { "in.grammar": args }] },
    }) + "\n"
  );
  const server = new URL("../shim/line-server.ts", import.meta.url).pathname;
  const replies = await folder.write(
    "replies",
    frames.map((_, id) => `{"jsonrpc":"2.0","id":${id},"result":{}}\n`).join(""),
  );
  const deno = [Deno.execPath(), "run", "--quiet", "--no-check", `--allow-read=${replies}`];
  const shim = ["shim", "--server", "x", "--", ...deno, server, replies];
  const options = { env: { MCPEVAL_HOME: folder.path }, stdin: frames.join("") };
  assert.equal((await run([reference ?? ""], shim, options)).code, 0);
  const [journal] = [...Deno.readDirSync(folder.file("store"))].map(({ name }) => name)
    .filter((name) => name.startsWith("calls-"));
  const text = await Deno.readTextFile(folder.file(`store/${journal}`));
  const lines = text.trimEnd().split("\n");
  assert.equal(lines.length, 200);
  for (const line of lines) {
    const call = projectCall(parseJson(line));
    assert.ok(call !== null);
    const { args: _, ...ours } = call;
    const { args: __, ...rest } = JSON.parse(line);
    assert.deepEqual(JSON.parse(JSON.stringify(ours)), rest);
    assert.deepEqual(Object.keys(call), Object.keys(JSON.parse(line)));
    assert.deepEqual(
      encodeRecord(projectCall(parseJson(new TextDecoder().decode(encodeRecord(call)))) ?? {}),
      encodeRecord(call),
    );
  }
});

const FRAGMENTS = fc.constantFrom(
  ...[
    "a",
    "@",
    "é",
    "_",
    "-",
    " ",
    "\u0301",
    "\u200d",
    "/home/",
    "/USERS/",
    "Token=",
    "pass",
    "word",
  ],
  ...[
    '{"note":"',
    '","k":"',
    '"}',
    '":1}',
    "[",
    "]",
    "x".repeat(129),
    "enum:",
    "url:",
    "num:",
    "\\u0040",
  ],
  ...['"', "a.".repeat(60), "1".repeat(130), ",", "\u00a0", "str<8"],
);

compare("both sweeps flag the same lines", async (folder) => {
  const line = fc.array(FRAGMENTS, { maxLength: 7 }).map((parts) => parts.join(""));
  const lines = fc.sample(line, { numRuns: 4000, seed: 11 });
  for (const name of ["calls-1.jsonl", "sub/annotations-1.jsonl"]) {
    await Deno.mkdir(folder.file("store/sub"), { recursive: true });
    await folder.write(`store/${name}`, lines.join("\n"));
  }
  const outcome = await diagnose(folder.path);
  assert.ok(outcome.ok);
  const { scanned, flagged, notes } = outcome.value;
  assert.ok(flagged.length > 500 && notes > 0, `${flagged.length} lines, ${notes} notes`);
  const stdout = [
    `scanned ${scanned} files`,
    ...flagged,
    `${notes} annotation notes contain agent prose; review before sharing`,
    `do not share: ${folder.path}/.salt (fingerprint salt)\n`,
  ].join("\n");
  assert.deepEqual(await theirs(folder.path, "doctor"), { code: 1, stdout, stderr: "" });
});

compare("both envelopes hold the same records", async (folder) => {
  const objects = fc.sample(anyJson(), { numRuns: 500, seed: 13 })
    .map((value) => encodeJson({ value, note: "x" })).join("\n \n");
  await folder.write("store/calls-1.jsonl", objects);
  await folder.write("store/annotations-1.jsonl", objects);
  const outcome = await packEnvelope({
    store: folder.file("store"),
    place: findPlace(folder.file("ours")),
    includeHistory: false,
    includeNotes: false,
    force: false,
    stop: new Int32Array(1),
  });
  assert.deepEqual(outcome.ok && outcome.value, {
    files: 2,
    notes: 0,
    flagged: [],
    flaggedFiles: 0,
  });
  assert.equal((await theirs(folder.path, "share", "--dir", folder.file("theirs"))).code, 0);
  for (const name of ["calls-1.jsonl", "annotations-1.jsonl"]) {
    const [ours, other] = await Promise.all(
      ["ours", "theirs"].map((out) => Deno.readTextFile(folder.file(`${out}/store/${name}`))),
    );
    assert.equal(ours, other);
  }
});

compare("both append to one journal at the same time without loss", async (folder) => {
  const date = new Date().toISOString().slice(0, 10);
  const path = folder.file(`store/annotations-${date}.jsonl`);
  const call = { session: sampleCall().session, kind: "workaround", note: "ours" };
  const mine = (async () => {
    for (let seq = 1; seq <= 300; seq++) {
      const ts = `${date}T00:00:00.000Z`;
      assert.ok((await appendAnnotation(folder.path, { ts, ...call, seq })).ok);
    }
  })();
  for (let seq = 1; seq <= 60; seq++) {
    const said = ["--kind", "workaround", "--note", "theirs"];
    const ran = await theirs(folder.path, "annotate", "--session", "s", "--seq", `${seq}`, ...said);
    assert.equal(ran.code, 0);
  }
  await mine;
  const records = (await Deno.readTextFile(path)).trimEnd().split("\n").map((line) =>
    JSON.parse(line)
  );
  const seqs = (note: string) => records.filter((each) => each.note === note).map(({ seq }) => seq);
  assert.deepEqual(seqs("ours"), Array.from({ length: 300 }, (_, index) => index + 1));
  assert.deepEqual(seqs("theirs"), Array.from({ length: 60 }, (_, index) => index + 1));
});

compare("both make one salt when they start together", async (folder) => {
  for (let round = 0; round < 10; round++) {
    const home = folder.file(`home-${round}`);
    const ours = startWriter("salt", home);
    const [printed, ran] = await Promise.all([
      new Response(ours.stdout).text(),
      theirs(home, "shim", "--server", "x", "--", "true"),
    ]);
    assert.deepEqual([await exitOf(ours), ran.code], [0, 0]);
    assert.equal(printed, `${(await Deno.readFile(`${home}/.salt`)).toHex()}\n`);
  }
});

compare(
  "the reference ignores a torn line, and reads on once we have mended it",
  async (folder) => {
    const whole = new TextDecoder().decode(encodeRecord(sampleCall({ seq: 1 })));
    const torn = new TextDecoder().decode(encodeRecord(sampleCall({ seq: 2 })));
    await folder.write(`store/${SAMPLE_JOURNAL}`, whole + torn.slice(0, 100));
    await assertIndexed(folder.path, "1 calls, 1 failures, 0 annotations");
    assert.ok((await appendCalls(folder.path, [sampleCall({ seq: 3 })])).ok);
    await assertIndexed(folder.path, "2 calls, 2 failures, 0 annotations");
    await Deno.writeTextFile(folder.file(`store/${SAMPLE_JOURNAL}`), torn.trimEnd(), {
      append: true,
    });
    await assertIndexed(folder.path, "2 calls, 2 failures, 0 annotations");
    assert.ok((await appendCalls(folder.path, [sampleCall({ seq: 4 })])).ok);
    await assertIndexed(folder.path, "4 calls, 4 failures, 0 annotations");
  },
);
