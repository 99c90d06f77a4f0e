/**
 * The journal of `scripts/calibrate-threshold.ts`: calls of our own making that have exactly the
 * figures of a table of blockers, which have to become findings, and annoyances, which must not.
 *
 * @module
 */

/** A group of failures with given figures. */
export interface Seed {
  band: "blocker" | "annoyance";
  failures: number;
  calls: number;
  /** Days since the failures. */
  age: number;
  /** Turns that each failure took. */
  cost: number;
  /** Distinct tools around each failure. */
  blast: number;
}

/** The seed table of capture.md §9.2. */
export const SEEDS: readonly Seed[] = [
  { band: "blocker", failures: 4, calls: 5, age: 0, cost: 4, blast: 2 },
  { band: "blocker", failures: 5, calls: 8, age: 7, cost: 3, blast: 2 },
  { band: "blocker", failures: 3, calls: 4, age: 3, cost: 5, blast: 2 },
  { band: "blocker", failures: 4, calls: 7, age: 4, cost: 4, blast: 3 },
  { band: "blocker", failures: 3, calls: 5, age: 2, cost: 4, blast: 2 },
  { band: "blocker", failures: 5, calls: 9, age: 5, cost: 4, blast: 2 },
  { band: "blocker", failures: 4, calls: 8, age: 6, cost: 3, blast: 2 },
  { band: "annoyance", failures: 1, calls: 20, age: 0, cost: 1, blast: 1 },
  { band: "annoyance", failures: 2, calls: 12, age: 45, cost: 2, blast: 1 },
];

/** The instant from which ages count. */
export const SEEDS_AS_OF = new Date("2026-03-01T00:00:00.000Z");

const MS_PER_DAY = 86_400_000;

/** A call of the journal; tools without a name are listings. */
interface Call {
  tool: string | null;
  failed: boolean;
}

/** The lines of the journal. Row n of the table is the tool `<band>-<n>`. */
export function seedJournal(): string {
  const captures = SEEDS.flatMap((seed, row) => capturesOf(seed, `${seed.band}-${row + 1}`));
  return captures.flatMap(([age, calls], capture) =>
    calls.map((call, index) => `${JSON.stringify(recordOf(call, age, capture, index + 1))}\n`)
  ).join("");
}

/** One capture per failure, so that no window holds another one; then the calls that worked. */
function capturesOf(seed: Seed, tool: string): [age: number, calls: Call[]][] {
  const around = Array.from({ length: seed.cost - 1 }, (_, index): Call => ({
    tool: seed.blast === 1 ? null : `helper-${index % (seed.blast - 1) + 1}`,
    failed: false,
  }));
  const failure = [...around, { tool, failed: true }];
  const worked = Array.from({ length: seed.calls - seed.failures }, () => ({
    tool,
    failed: false,
  }));
  return [...Array<Call[]>(seed.failures).fill(failure), worked].map((calls) => [seed.age, calls]);
}

function recordOf({ tool, failed }: Call, age: number, capture: number, seq: number) {
  const hex = (value: number, digits: number) => value.toString(16).padStart(digits, "0");
  const captureId = `${hex(capture, 8)}-0000-4000-8000-000000000000`;
  return {
    identity: { capture_id: captureId, event_id: captureId.slice(0, -12) + hex(seq, 12) },
    ts: new Date(SEEDS_AS_OF.getTime() - age * MS_PER_DAY).toISOString(),
    session: `session:${hex(capture, 64)}`,
    seq,
    server: "seeds",
    method: tool === null ? "tools/list" : "tools/call",
    ...(tool !== null && { tool }),
    latency_ms: 10,
    outcome: failed ? "error" : "ok",
    ...(failed && {
      error: { code: -32000, template: "{message}", template_id: "0123456789abcdef" },
    }),
    shim_self_us: 50,
    kind: "real",
  };
}
