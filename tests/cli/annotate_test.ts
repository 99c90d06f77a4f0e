import assert from "node:assert/strict";
import { mcpeval, type Ran, tempFolder } from "./run.ts";

const EVENT = "0a1b2c3d-4e5f-4a6b-8c7d-9e8f7a6b5c4d";
const BY_EVENT = ["--event-id", EVENT];
const SAID = ["--kind", "workaround", "--note", "went round it"];

function annotate(home: string, ...args: string[]): Promise<Ran> {
  return mcpeval(["annotate", ...args], { env: { MCPEVAL_HOME: home } });
}

/** The lines that were recorded, without their timestamps, of which the file's name is checked. */
function recorded(home: string): string[] {
  return [...Deno.readDirSync(`${home}/store`)].flatMap(({ name }) => {
    const date = /^annotations-(\d{4}-\d\d-\d\d)\.jsonl$/.exec(name)?.[1];
    assert.ok(date !== undefined, name);
    return Deno.readTextFileSync(`${home}/store/${name}`).split("\n").filter((line) => line !== "")
      .map((line) => {
        const ts = new RegExp(`"ts":"${date}T\\d\\d:\\d\\d:\\d\\d\\.\\d{3}Z",`);
        assert.match(line, ts);
        return line.replace(ts, "");
      });
  });
}

Deno.test("annotate records what was observed, silently, in a home made for it", async () => {
  await using folder = await tempFolder();
  const home = folder.file("deep/home");
  const calls = [
    BY_EVENT,
    ["--event-id", EVENT.toUpperCase()],
    ["--event-id", EVENT.replaceAll("-", "")],
    ["--event-id", `urn:uuid:${EVENT}`],
    ["--event-id", `{${EVENT}}`],
    ["--session", "sess-1", "--seq", "12"],
    ["--session", `session:${"A".repeat(64)}`, "--seq", "18446744073709551615"],
  ];
  for (const call of calls) {
    assert.deepEqual(await annotate(home, ...call, ...SAID), { code: 0, stdout: "", stderr: "" });
  }
  const end = '"kind":"workaround","note":"went round it"}';
  const byEvent = `{"event_id":"${EVENT}",${end}`;
  assert.deepEqual(recorded(home), [
    ...[byEvent, byEvent, byEvent, byEvent, byEvent],
    '{"session":"session:abe633f3a47a2758174eabe9160daf36c4b1a33e8642ebf96e8f91c3fcbd5f9c",' +
    `"seq":12,${end}`,
    `{"session":"session:${"a".repeat(64)}","seq":18446744073709551615,${end}`,
  ]);
  assert.deepEqual([...Deno.readDirSync(home)].map(({ name }) => name), ["store"]);
});

Deno.test("every kind is known, a note may be empty or 240 characters long", async () => {
  await using folder = await tempFolder();
  const kinds = [
    ...["blocked-optimal-path", "undocumented-behavior", "false-success"],
    ...["instruction-divergence", "workaround"],
  ];
  for (const kind of kinds) {
    const ran = await annotate(folder.path, ...BY_EVENT, "--kind", kind, "--note", "");
    assert.deepEqual([kind, ran.code], [kind, 0]);
  }
  const long = await annotate(
    folder.path,
    ...[...BY_EVENT, "--kind", "workaround", `--note=${"😀".repeat(239)}-`],
  );
  assert.equal(long.code, 0);
  assert.deepEqual(recorded(folder.path).map((line) => JSON.parse(line).kind), [
    ...kinds,
    "workaround",
  ]);
});

/** Bad input: options, exit code, what the message says. */
const BAD: [options: string[], code: number, message: RegExp][] = [
  [
    SAID,
    2,
    /^Error: name the call: --event-id, or --session with --seq\n\nUsage: mcpeval annotate /,
  ],
  [["--session", "s", ...SAID], 2, /^Error: name the call/],
  [["--seq", "1", ...SAID], 2, /^Error: name the call/],
  [[...BY_EVENT, "--seq", "1", ...SAID], 2, /^Error: --event-id names the call alone/],
  [[...BY_EVENT, "--session", "s", "--seq", "1", ...SAID], 2, /^Error: --event-id names the call/],
  [["--event-id", "SECRET", ...SAID], 2, /^Error: --event-id takes a UUID/],
  [
    ["--session", "s", "--seq=-1", ...SAID],
    2,
    /^Error: --seq takes a whole number from 0 on\n\nUsage: mcpeval annotate /,
  ],
  [["--session", "s", "--seq", "1.0", ...SAID], 2, /^Error: --seq takes a whole number/],
  [["--session", "s", "--seq", "18446744073709551616", ...SAID], 2, /^Error: --seq takes a whole/],
  [[...BY_EVENT, "--kind", "workaround"], 2, /^error: required option '--note <text>'/],
  [[...BY_EVENT, "--note", "x"], 2, /^error: required option '--kind <kind>'/],
  [
    ["--event-id", EVENT.replace("-4a", "-1a"), ...SAID],
    3,
    /^Error: .* no random UUID \(version 4\)/,
  ],
  [
    [...BY_EVENT, "--kind", "SECRET", "--note", "x"],
    3,
    /^Error: unknown annotation kind; known are blocked-optimal-path, undocumented-behavior, false-success, instruction-divergence, workaround\n\nUsage: mcpeval annotate /,
  ],
  [
    [...BY_EVENT, "--kind", "workaround", "--note", `SECRET${"é".repeat(235)}`],
    3,
    /longer than 240/,
  ],
  [
    [...BY_EVENT, "--kind", "workaround", "--note", "SECRET\nx"],
    3,
    /^Error: the note holds a line/,
  ],
  [[...BY_EVENT, "--kind", "workaround", "--note", "SECRET\u0085"], 3, /another control character/],
];

Deno.test("bad input ends with its exit code, quotes nothing and writes nothing", async () => {
  await using folder = await tempFolder();
  for (const [options, code, message] of BAD) {
    const ran = await annotate(folder.file("home"), ...options);
    assert.deepEqual([options, ran.code, ran.stdout], [options, code, ""]);
    assert.match(ran.stderr, message);
    assert.ok(!ran.stderr.includes("SECRET"));
  }
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);
});

Deno.test("the plan is the store, and a store that cannot be written is exit 3", async () => {
  await using folder = await tempFolder();
  const store = folder.file("home/store");
  const home = { env: { MCPEVAL_HOME: folder.file("home") } };
  const printed = await mcpeval(["--print-permissions", "annotate", ...BY_EVENT, ...SAID], home);
  assert.deepEqual(JSON.parse(printed.stdout), {
    engine: null,
    keeper: { read: [store], write: [store], net: [], run: [], env: [] },
  });
  assert.deepEqual([...Deno.readDirSync(folder.path)], []);

  await folder.write("home", "");
  const ran = await annotate(folder.file("home"), ...BY_EVENT, ...SAID);
  assert.equal(ran.code, 3);
  assert.match(ran.stderr, /^Error: creating .*\/home\/store failed: /);
});
