/** Odd servers as two programs judge them, with what settles each difference. */

const look = { tool: "look", access: "read_only", arguments: { q: "x" } };

/** One case of every kind that needs nothing special of its server. */
export const ODD_MANIFEST = {
  version: 1,
  timeout_ms: 1000,
  probes: [
    { id: "look", probe: "schema-guessability", ...look },
    { id: "pages", probe: "pagination", access: "read_only", max_pages: 5 },
    {
      id: "cost",
      probe: "discovery-cost",
      access: "read_only",
      max_tools: 5,
      max_schema_bytes: 10_000,
    },
    {
      id: "negotiation",
      probe: "protocol-negotiation",
      access: "read_only",
      bogus_version: "2000-01-01",
    },
    { id: "surfaces", probe: "surface-listing", access: "read_only", max_pages: 5 },
    { id: "repeat", probe: "degradation-over-n", ...look, max_attempts: 12 },
    { id: "latency", probe: "latency-budget", ...look, attempts: 2, max_latency_ms: 1000 },
    { id: "output", probe: "output-schema", ...look },
    { id: "contention", probe: "contention", ...look },
    {
      id: "payload",
      probe: "payload-bounds",
      ...look,
      field: "q",
      size_bytes: 1000,
      expect_handled: false,
    },
    { id: "after", probe: "schema-guessability", ...look },
  ],
};

/** What the two programs make of one odd server. */
export interface OddServer {
  /** File of the server, and its argument. */
  server: readonly [file: string, fault: string];
  /** Exit codes, ours first. */
  codes: readonly [number, number];
  /** Where the reports differ, as `differences` tells it. */
  differ: readonly string[];
  /** A difference that comes and goes with the timing of the other program. */
  unsteady?: string;
}

const strange = (fault: string) => ["tests/cli/strange-server.ts", fault] as const;
const decided = (habit: string) => ["tests/peers/decided-server.ts", habit] as const;

/** All of them. The strange server answers no `ping`, so that even its payload case fails. */
export const ODD_SERVERS: readonly OddServer[] = [
  { server: strange("none"), codes: [1, 1], differ: [] },
  { server: strange("crlf"), codes: [1, 1], differ: [] },
  { server: strange("stderr"), codes: [1, 1], differ: [] },
  { server: strange("banner"), codes: [1, 1], differ: [] },
  { server: strange("tool-error"), codes: [1, 1], differ: [] },
  { server: strange("dies-at-start"), codes: [3, 3], differ: [] },
  { server: strange("dies-in-call"), codes: [3, 3], differ: [] },
  { server: strange("silent"), codes: [3, 3], differ: [] },
  { server: strange("wrong-id"), codes: [3, 3], differ: [] },
  { server: strange("large-frame"), codes: [3, 3], differ: [] },
  // D21 bounds what arrives within one call of any kind. The other program drops notifications in
  // the payload's call unless they come faster than it reads, and fails the `ping` after it.
  {
    server: strange("chatty"),
    codes: [3, 3],
    differ: [],
    unsteady: "payload: payload-unhandled with other measurements",
  },
  // A server that says which other revisions it speaks is not judged by this one's rules.
  { server: strange("modern"), codes: [3, 1], differ: ["no report"] },

  { server: decided("none"), codes: [0, 0], differ: [] },
  // D1: a request of the server never breaks ours.
  {
    server: decided("asks-in-call"),
    codes: [0, 3],
    differ: [
      "look: pass, transport-error",
      "repeat: pass, transport-error",
      "latency: pass, transport-error",
      "after: pass, transport-error",
    ],
  },
  { server: decided("pings-in-listing"), codes: [0, 3], differ: ["no report"] },
  // D6: each handshake of a negotiation is the first on its connection.
  {
    server: decided("one-handshake"),
    codes: [0, 1],
    differ: ["negotiation: pass, negotiation-invalid-version"],
  },
  // D7: an empty cursor ends a listing.
  { server: decided("empty-cursor"), codes: [0, 0], differ: [] },
  // D8: a byte-order mark does no harm; lines that are no JSON objects are skipped.
  { server: decided("byte-order-mark"), codes: [0, 3], differ: ["no report"] },
  { server: decided("batches"), codes: [0, 0], differ: [] },
  // D21: a log over the whole run does not fill up a buffer.
  {
    server: decided("logs-always"),
    codes: [0, 3],
    differ: ["repeat: pass, transport-closed"],
  },
  // D22: a response that nothing waits for is dropped, one under a wrong id is a fault.
  {
    server: decided("answers-twice"),
    codes: [0, 3],
    differ: [
      "pages: pass, transport-error",
      "repeat: pass, transport-error",
      "latency: pass, transport-error",
      "payload: pass, payload-unhandled",
      "after: pass, transport-error",
    ],
  },
  { server: decided("answers-notifications"), codes: [0, 3], differ: ["no report"] },
  { server: decided("text-ids"), codes: [3, 3], differ: [] },
  // D27: who does not end with its input is ended by signals, before mcpeval ends.
  { server: decided("stays-on"), codes: [0, 0], differ: [] },
];
