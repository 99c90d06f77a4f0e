import assert from "node:assert/strict";
import { appendHistory } from "../../store/history.ts";
import { corpusFile, historyFile, homeFolder } from "../../store/home.ts";
import { type TempFolder, tempFolder } from "../cli/run.ts";
import { PROFILE } from "../report/profile.ts";

const RECORD = {
  ts: "2026-11-30T12:00:00.123Z",
  server: "demo",
  passed: true,
  cases_total: 25,
  cases_passed: 25,
  score: 91,
  manifest_sha256: "9c7dff8755ad1e17fea4315fec8497c4160716f2acfb127880e136885489b1be",
  standard: "mcpeval-standard/2",
  measurement_profile: PROFILE,
};
const LINE = '{"ts":"2026-11-30T12:00:00.123Z","server":"demo","passed":true,"cases_total":25,' +
  '"cases_passed":25,"score":91,"manifest_sha256":' +
  '"9c7dff8755ad1e17fea4315fec8497c4160716f2acfb127880e136885489b1be",' +
  '"standard":"mcpeval-standard/2","measurement_profile":{' +
  '"schema":"mcpeval.measurement-profile/v1","evaluator_version":"0.9.0","platform":"linux",' +
  '"architecture":"x86_64","client_capabilities":"none","attested_read_only":false,' +
  '"skip_tools":[],"call_timeout_ms":15000,"repeats":3}}\n';

async function append(path: string, record: unknown = RECORD): Promise<string | null> {
  const outcome = await appendHistory(path, record);
  if (outcome.ok) return null;
  assert.equal(outcome.failure.exit, 3);
  return outcome.failure.message;
}

/** The file after one more point, when it was this before. */
async function afterAppend(folder: TempFolder, before: string): Promise<string> {
  const path = await folder.write("history.jsonl", before);
  assert.equal(await append(path), null);
  return await Deno.readTextFile(path);
}

Deno.test("history: a point is one line, its members in the order of the file", async () => {
  await using folder = await tempFolder();
  const path = folder.file("history.jsonl");
  assert.equal(await append(path), null);
  const shuffled = Object.fromEntries(Object.entries(RECORD).reverse());
  assert.equal(await append(path, structuredClone(shuffled)), null);
  assert.equal(await Deno.readTextFile(path), LINE + LINE);
});

Deno.test("history: a record that breaks the grammar leaves no file", async () => {
  await using folder = await tempFolder();
  const path = folder.file("history.jsonl");
  const { measurement_profile: profile, ...bare } = RECORD;
  const bad: unknown[] = [
    bare,
    ...[
      { ts: "2026-11-30T12:00:00Z" },
      { ts: "SECRET" },
      { server: "a b" },
      { server: "" },
      { passed: 1 },
      { cases_total: -1 },
      { cases_passed: "25" },
      { score: 101 },
      { score: 90.5 },
      { manifest_sha256: "SECRET" },
      { standard: "SECRET" },
      { measurement_profile: { ...profile, prose: "SECRET" } },
      { measurement_profile: { ...profile, skip_tools: ["SECRET prose"] } },
    ].map((change) => ({ ...RECORD, ...change })),
  ];
  for (const record of bad) {
    assert.equal(
      await append(path, record),
      `appending to ${path} failed: the record breaks its grammar`,
    );
  }
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("history: a member that the grammar does not know is not written", async () => {
  await using folder = await tempFolder();
  const path = folder.file("history.jsonl");
  assert.equal(await append(path, { ...RECORD, prose: "SECRET" }), null);
  assert.equal(await Deno.readTextFile(path), LINE);
});

Deno.test("history: points of many writers at once are whole lines", async () => {
  await using folder = await tempFolder();
  const path = folder.file("history.jsonl");
  const results = await Promise.all(Array.from({ length: 20 }, () => append(path)));
  assert.deepEqual(results, Array.from({ length: 20 }, () => null));
  assert.equal(await Deno.readTextFile(path), LINE.repeat(20));
});

Deno.test("history: a line that a crashed writer left is not glued to the next", async () => {
  await using folder = await tempFolder();
  assert.equal(await afterAppend(folder, ""), LINE);
  assert.equal(await afterAppend(folder, "\n"), `\n${LINE}`);
  // Half a record goes; a whole one only lacked its line feed.
  assert.equal(await afterAppend(folder, `${LINE}{"ts":"2026`), LINE + LINE);
  assert.equal(await afterAppend(folder, '{"ts":"2026'), LINE);
  assert.equal(await afterAppend(folder, LINE + LINE.trimEnd()), LINE + LINE + LINE);
  assert.equal(await afterAppend(folder, `${LINE}17`), LINE + LINE);
});

Deno.test("history: a file that cannot be what it should is left alone", async () => {
  await using folder = await tempFolder();
  const endless = "x".repeat(4_194_304);
  const path = await folder.write("history.jsonl", endless);
  assert.equal(
    await append(path),
    `${path} does not end with a line; move it away`,
  );
  assert.equal(await Deno.readTextFile(path), endless);
});

Deno.test("history: a failure names the path and its kind", async () => {
  await using folder = await tempFolder();
  const made = folder.file("no/such/folder/history.jsonl");
  assert.equal(await append(made), null);
  const lost = `${made}/probes/history.jsonl`;
  assert.equal(
    await append(lost),
    `appending to ${lost} failed: a part of the path is not a folder`,
  );
  const taken = folder.file("taken");
  await Deno.mkdir(taken);
  assert.equal(await append(taken), `${taken} is not a regular file; move it away`);
});

Deno.test("history: a writer that has to wait for another does", async () => {
  await using folder = await tempFolder();
  const path = await folder.write("history.jsonl", "");
  let released = false;
  let appended: Promise<string | null>;
  {
    using holder = await Deno.open(path, { read: true, write: true });
    await holder.lock(true);
    appended = append(path).finally(() => assert.ok(released));
    await holder.write(new TextEncoder().encode(LINE));
    released = true;
    await holder.unlock();
  }
  assert.equal(await appended, null);
  assert.equal(await Deno.readTextFile(path), LINE + LINE);
});

Deno.test("the home is named, else in the user's folder, else in the current one", () => {
  const home = (variables: Record<string, string>, os = "linux") =>
    homeFolder((name) => variables[name], os).replaceAll("\\", "/");
  assert.equal(home({ MCPEVAL_HOME: "/x", HOME: "/u" }), "/x");
  assert.equal(home({ MCPEVAL_HOME: "rel" }), "rel");
  assert.equal(home({ MCPEVAL_HOME: "", HOME: "/u" }), "/u/.mcp-eval");
  assert.equal(home({ HOME: "/u" }), "/u/.mcp-eval");
  assert.equal(home({}), ".mcp-eval");
  assert.equal(home({ USERPROFILE: "/w" }), ".mcp-eval");
  assert.equal(home({ USERPROFILE: "/w" }, "windows"), "/w/.mcp-eval");
  assert.equal(home({ USERPROFILE: "/w", HOME: "/u" }, "windows"), "/u/.mcp-eval");
  assert.equal(historyFile("/x").replaceAll("\\", "/"), "/x/store/probes/history.jsonl");
  assert.equal(corpusFile("/x").replaceAll("\\", "/"), "/x/corpus.json");
});
