/** A manifest that the server "everything" from npm fails in every way that the built kinds know. */

const sum = { tool: "get-sum", access: "read_only", arguments: { a: "SECRET-argument", b: 1 } };

/** The manifest, as an object. */
export const FAILING_MANIFEST = {
  version: 1,
  probes: [
    {
      id: "few-tools",
      probe: "discovery-cost",
      access: "read_only",
      max_tools: 5,
      max_schema_bytes: 100_000,
    },
    {
      id: "few-bytes",
      probe: "discovery-cost",
      access: "read_only",
      max_tools: 100,
      max_schema_bytes: 1000,
    },
    { id: "few-tokens", probe: "token-cost", access: "read_only", max_total_tokens: 1000 },
    {
      id: "light-tools",
      probe: "token-cost",
      access: "read_only",
      max_total_tokens: 10_000,
      max_tool_tokens: 100,
    },
    {
      id: "no-argument",
      probe: "schema-guessability",
      tool: "echo",
      access: "read_only",
      arguments: {},
    },
    { id: "wrong-type", probe: "schema-guessability", ...sum },
    { id: "never-works", probe: "degradation-over-n", ...sum, max_attempts: 5 },
    {
      id: "slow",
      probe: "latency-budget",
      tool: "trigger-long-running-operation",
      access: "read_only",
      arguments: { duration: 0.3, steps: 1 },
      attempts: 3,
      max_latency_ms: 100,
    },
    {
      id: "no-output",
      probe: "output-schema",
      tool: "get-structured-content",
      access: "read_only",
      arguments: { location: "SECRET-argument" },
    },
    { id: "both-fail", probe: "contention", ...sum },
    {
      id: "must-be-handled",
      probe: "payload-bounds",
      tool: "get-annotated-message",
      access: "read_only",
      arguments: { messageType: "error" },
      field: "messageType",
      size_bytes: 1000,
      expect_handled: true,
    },
    {
      id: "unsendable",
      probe: "payload-bounds",
      tool: "echo",
      access: "read_only",
      arguments: { message: "x" },
      field: "message",
      size_bytes: 4_194_304,
      expect_handled: false,
    },
    {
      id: "still-there",
      probe: "schema-guessability",
      tool: "echo",
      access: "read_only",
      arguments: { message: "x" },
    },
  ],
};
