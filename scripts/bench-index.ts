/**
 * `deno run -A scripts/bench-index.ts`: how long `mcpeval index` takes on 200,000 records, again
 * after 1,000 more, how long `mcpeval promote` takes then, and how much memory the first index needs,
 * as ratios to another implementation (its `mcpeval` is on MCPEVAL_REFERENCE), taken in turns so that
 * a machine that drifts does not decide. A figure below 1 is in our favour. Nothing here asserts.
 */

import { median } from "./median.ts";

const OURS = "dist/mcpeval";
/** Turns of each program. */
const TURNS = 5;
const DAYS = 20;
const RECORDS_PER_DAY = 10_000;
const MORE_RECORDS = 1_000;
const CALLS_PER_CAPTURE = 250;

/** After that long a journal is not read again, as those of earlier days are not; in ms. */
const SETTLED_MS = 3_000;

/** What one program took in one turn: times in ms, memory in MiB. */
interface Figures {
  first: number;
  refresh: number;
  promote: number;
  peak: number;
}

/**
 * Prints the figures.
 * @param reference path of the other program, or null
 */
async function benchIndex(reference: string | null): Promise<void> {
  const folder = await Deno.makeTempDir();
  try {
    const ours: Figures[] = [];
    const theirs: Figures[] = [];
    for (let turn = 0; turn < TURNS; turn++) {
      ours.push(await measure(OURS, `${folder}/ours`));
      if (reference !== null) theirs.push(await measure(reference, `${folder}/theirs`));
    }
    for (const line of describe(ours, theirs)) console.log(line);
  } finally {
    await Deno.remove(folder, { recursive: true });
  }
}

async function measure(program: string, home: string): Promise<Figures> {
  await fillStore(home);
  const first = await time("index", program, home);
  await Deno.remove(`${home}/index.db`);
  await new Promise((resolve) => setTimeout(resolve, SETTLED_MS));
  const peak = await peakOfIndex(program, home);
  await appendMore(home);
  const refresh = await time("index", program, home);
  const promote = await time("promote", program, home);
  await Deno.remove(home, { recursive: true });
  return { first, refresh, promote, peak };
}

function* describe(ours: readonly Figures[], theirs: readonly Figures[]): Generator<string> {
  const rows: [name: string, figure: (figures: Figures) => number, unit: string][] = [
    ["first index of 200,000 records", ({ first }) => first, "ms"],
    ["refresh after 1,000 more", ({ refresh }) => refresh, "ms"],
    ["promote after that", ({ promote }) => promote, "ms"],
    ["peak memory of the first index", ({ peak }) => peak, "MiB"],
  ];
  for (const [name, figure, unit] of rows) {
    const line = `${name}: ${median(ours.map(figure)).toFixed(0)} ${unit}`;
    const ratios = theirs.map((figures, turn) => figure(ours[turn] ?? figures) / figure(figures));
    yield ratios.length === 0
      ? `${line} (no reference: MCPEVAL_REFERENCE is unset)`
      : `${line}, reference ${median(theirs.map(figure)).toFixed(0)} ${unit}, ratio ${
        median(ratios).toFixed(3)
      } (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)}, ${TURNS} pairs)`;
  }
  const share = median(ours.map(({ first, refresh }) => refresh / first));
  yield `refresh as a part of the first index: ${(100 * share).toFixed(1)} %`;
}

async function time(command: string, program: string, home: string): Promise<number> {
  const start = performance.now();
  const { success, stderr } = await new Deno.Command(program, {
    args: [command],
    env: { MCPEVAL_HOME: home },
    stdout: "null",
  }).output();
  if (success) return performance.now() - start;
  throw new Error(`${program} ${command} failed: ${new TextDecoder().decode(stderr)}`);
}

/** The high-water mark of a first index in MiB, where the system tells it (Linux), else 0. */
async function peakOfIndex(program: string, home: string): Promise<number> {
  const child = new Deno.Command(program, {
    args: ["index"],
    env: { MCPEVAL_HOME: home },
    stdout: "null",
    stderr: "null",
  }).spawn();
  let ended = false;
  void child.status.then(() => ended = true);
  let peak = 0;
  while (!ended) {
    const status = await Deno.readTextFile(`/proc/${child.pid}/status`).catch(() => "");
    peak = Math.max(peak, Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0));
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
  return peak / 1024;
}

/** A store of {@link DAYS} files, the same in every turn. */
async function fillStore(home: string): Promise<void> {
  const make = recordMaker(1);
  await Deno.mkdir(`${home}/store`, { recursive: true });
  for (let day = 1; day <= DAYS; day++) {
    const lines = Array.from({ length: RECORDS_PER_DAY }, () => make(day));
    await Deno.writeTextFile(dayFile(home, day), lines.join(""));
  }
}

/** More records of a later session, in the last file. */
async function appendMore(home: string): Promise<void> {
  const make = recordMaker(2);
  const lines = Array.from({ length: MORE_RECORDS }, () => make(DAYS));
  await Deno.writeTextFile(dayFile(home, DAYS), lines.join(""), { append: true });
}

function dayFile(home: string, day: number): string {
  return `${home}/store/calls-${dateOf(day)}.jsonl`;
}

function dateOf(day: number): string {
  return `2026-05-${String(day).padStart(2, "0")}`;
}

/** Records of one capture after another, as a shim writes them, about 450 bytes each. */
function recordMaker(seed: number): (day: number) => string {
  const random = randomNumbers(seed);
  const pick = <T>(values: readonly T[]): T => values[Math.floor(random() * values.length)] as T;
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join("");
  const uuid = () => `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  const templates = Array.from({ length: 40 }, () => hex(16));
  let seq = CALLS_PER_CAPTURE;
  let head = { capture: "", session: "", server: "" };
  return (day) => {
    if (seq === CALLS_PER_CAPTURE) {
      head = { capture: uuid(), session: `session:${hex(64)}`, server: pick(SERVERS) };
      seq = 0;
    }
    seq++;
    const outcome = random() < 0.12 ? "error" : "ok";
    const minute = String(Math.floor(seq / 5)).padStart(2, "0");
    const record = {
      identity: { capture_id: head.capture, event_id: uuid() },
      ts: `${dateOf(day)}T10:${minute}:${String(seq % 60).padStart(2, "0")}.000Z`,
      session: head.session,
      seq,
      server: head.server,
      method: "tools/call",
      tool: pick(TOOLS),
      args: pick(SHAPES),
      latency_ms: Math.floor(random() * 900),
      outcome,
      ...(outcome === "error" && {
        error: {
          code: pick(["tool-error", -32602, "E_BUSY"]),
          template: "{message}",
          template_id: pick(templates),
        },
      }),
      shim_self_us: Math.floor(random() * 300),
      kind: "real",
    };
    return JSON.stringify(record) + "\n";
  };
}

const SERVERS = ["files", "tracker", "search", "calendar"];
const TOOLS = ["read_file", "write_file", "list", "search", "create_issue", "close_issue", "move"];
const SHAPES = [
  { path: "str<32" },
  { content: "str<512", mode: "enum:append", path: "str<128" },
  { limit: "num:20", query: "str<32", tags: { array: 3, items: "str<8" } },
  { assignee: "null", body: "str<4096", labels: { array: 0, items: "empty" }, title: "str<128" },
  { filter: { after: "str<32", open: "bool:true", owner: "uuid" }, site: "url:example.com" },
];

/** Numbers in [0, 1), the same for the same seed (Mulberry32). */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

if (import.meta.main) await benchIndex(Deno.env.get("MCPEVAL_REFERENCE") ?? null);
