/** The fields of each kind: what they become, and their ranges and words. */

import assert from "node:assert/strict";
import { caseRefusal, type Fields, loadedCase } from "./samples.ts";

const TOOL = { tool: "t", access: "read_only", sandbox: null, arguments: {} };
const STEP = {
  tool: "t",
  arguments: {},
  expect: {
    outcome: "ok",
    required_result_fields: [],
    equals: {},
    required_result_paths: [],
    equals_paths: {},
    error_code: null,
  },
};

/** What the required fields alone become: all fields in the format's order. */
const LOADED: Record<string, Fields> = {
  "workflow": {
    probe: "workflow",
    id: "a",
    access: "read_only",
    repetitions: 1,
    steps: [STEP, STEP],
  },
  "contention": { probe: "contention", id: "a", ...TOOL },
  "error-honesty": {
    probe: "error-honesty",
    id: "a",
    ...TOOL,
    max_attempts: 3,
    expect_retryable: true,
  },
  "state-recovery": {
    probe: "state-recovery",
    id: "a",
    failure_tool: "f",
    failure_arguments: {},
    recovery_tool: "r",
    recovery_arguments: {},
    validation_tool: "v",
    validation_arguments: {},
    access: "read_only",
    sandbox: null,
  },
  "discovery-cost": {
    probe: "discovery-cost",
    id: "a",
    access: "read_only",
    max_tools: 10,
    max_schema_bytes: 1000,
  },
  "token-cost": {
    probe: "token-cost",
    id: "a",
    access: "read_only",
    max_total_tokens: 1000,
    max_tool_tokens: null,
  },
  "schema-guessability": { probe: "schema-guessability", id: "a", ...TOOL },
  "degradation-over-n": { probe: "degradation-over-n", id: "a", ...TOOL, max_attempts: 3 },
  "instruction-fidelity": {
    probe: "instruction-fidelity",
    id: "a",
    ...TOOL,
    expect: STEP.expect,
  },
  "latency-budget": {
    probe: "latency-budget",
    id: "a",
    ...TOOL,
    attempts: 3,
    max_latency_ms: 1000,
  },
  "pagination": { probe: "pagination", id: "a", access: "read_only", max_pages: 5 },
  "payload-bounds": {
    probe: "payload-bounds",
    id: "a",
    ...TOOL,
    field: "city",
    size_bytes: 100,
    expect_handled: false,
  },
  "surface-listing": { probe: "surface-listing", id: "a", access: "read_only", max_pages: 5 },
  "output-schema": { probe: "output-schema", id: "a", ...TOOL },
  "cancellation": {
    probe: "cancellation",
    id: "a",
    ...TOOL,
    grace_seconds: 2,
    require_honored: true,
    reason: "user",
  },
  "protocol-negotiation": {
    probe: "protocol-negotiation",
    id: "a",
    access: "read_only",
    bogus_version: "2000-01-01",
  },
  "sampling": { probe: "sampling", id: "a", ...TOOL, max_requests: 2 },
  "elicitation": {
    probe: "elicitation",
    id: "a",
    ...TOOL,
    max_requests: 2,
    respond: "accept",
  },
  "resource-subscription": {
    probe: "resource-subscription",
    id: "a",
    access: "read_only",
    uri: "demo://counter",
    trigger_tool: null,
    trigger_arguments: null,
    max_wait_seconds: 5,
  },
  "completion": {
    probe: "completion",
    id: "a",
    access: "read_only",
    ref_uri: "greeting",
    ref_type: "ref/prompt",
    argument_name: "name",
    argument_value: "Al",
    max_values: 10,
  },
};

for (const [kind, loaded] of Object.entries(LOADED)) {
  Deno.test(`manifest kinds: ${kind} needs no more than its required fields`, () => {
    const actual = loadedCase(kind);
    assert.deepEqual(actual, loaded);
    assert.deepEqual(Object.keys(actual), Object.keys(loaded));
  });
}

Deno.test("manifest kinds: there are twenty", () => {
  assert.equal(Object.keys(LOADED).length, 20);
});

for (
  const [kind, field, low, high] of [
    ["workflow", "repetitions", 1, 20],
    ["error-honesty", "max_attempts", 2, 20],
    ["discovery-cost", "max_tools", 1, 10000],
    ["discovery-cost", "max_schema_bytes", 1, 10000000],
    ["token-cost", "max_total_tokens", 1, 1000000],
    ["latency-budget", "attempts", 2, 20],
    ["latency-budget", "max_latency_ms", 1, 600000],
    ["pagination", "max_pages", 1, 1000],
    ["payload-bounds", "size_bytes", 1, 16000000],
    ["surface-listing", "max_pages", 1, 1000],
    ["cancellation", "grace_seconds", 1, 60],
    ["sampling", "max_requests", 1, 10],
    ["elicitation", "max_requests", 1, 10],
    ["resource-subscription", "max_wait_seconds", 1, 60],
    ["completion", "max_values", 1, 100],
  ] as const
) {
  Deno.test(`manifest kinds: ${kind} ${field} is between ${low} and ${high}`, () => {
    for (const value of [low, high]) {
      assert.equal(loadedCase(kind, { [field]: value })[field], value);
    }
    for (const value of [low - 1, high + 1]) {
      const message = caseRefusal(kind, { [field]: value });
      assert.equal(
        message.replace(/\d+\)$/, "N)"),
        `probe case a: ${kind} ${field} must be between ${low} and ${high} (m.json:N)`,
      );
    }
  });
}

Deno.test("manifest kinds: degradation-over-n max_attempts is told without the kind", () => {
  for (const value of [2, 100]) {
    assert.equal(
      loadedCase("degradation-over-n", { max_attempts: value })["max_attempts"],
      value,
    );
  }
  for (const value of [1, 101]) {
    assert.equal(
      caseRefusal("degradation-over-n", { max_attempts: value }),
      "probe case a: max_attempts must be between 2 and 100 (m.json:10)",
    );
  }
});

Deno.test("manifest kinds: token-cost allows a tool at most 100000 tokens and the total", () => {
  const bounds = (max_total_tokens: number, max_tool_tokens: number) => ({
    max_total_tokens,
    max_tool_tokens,
  });
  for (const [total, tool] of [[1, 1], [100000, 100000], [1000000, 100000]] as const) {
    assert.equal(loadedCase("token-cost", bounds(total, tool))["max_tool_tokens"], tool);
  }
  for (const tool of [0, 100001]) {
    assert.equal(
      caseRefusal("token-cost", bounds(1000000, tool)),
      "probe case a: token-cost max_tool_tokens must be between 1 and 100000 (m.json:9)",
    );
  }
  assert.equal(
    caseRefusal("token-cost", bounds(10, 11)),
    "probe case a: token-cost max_tool_tokens must not exceed max_total_tokens (m.json:9)",
  );
  assert.match(caseRefusal("token-cost", bounds(0, 1)), /max_total_tokens must be between/);
});

Deno.test("manifest kinds: workflow has 2 to 32 steps", () => {
  const steps = (count: number) => ({ steps: Array(count).fill(STEP) });
  for (const count of [2, 32]) {
    assert.equal((loadedCase("workflow", steps(count))["steps"] as unknown[]).length, count);
  }
  for (const count of [0, 1, 33]) {
    assert.equal(
      caseRefusal("workflow", steps(count)),
      "probe case a: workflow steps must be between 2 and 32 in number (m.json:9)",
    );
  }
});

Deno.test("manifest kinds: a workflow step has a tool, arguments and an expectation only", () => {
  const second = (step: unknown) => caseRefusal("workflow", { steps: [STEP, step] });
  for (const field of ["tool", "arguments", "expect"]) {
    assert.match(
      second({ ...STEP, [field]: undefined }),
      new RegExp(`^probe case a: workflow steps\\[1\\]\\.${field} is missing \\(m\\.json:22\\)$`),
    );
  }
  assert.match(
    second({ ...STEP, id: "x" }),
    /^probe case a: workflow steps\[1\] has the unknown field id; the fields are tool, arguments, expect \(/,
  );
  assert.match(second("t"), /^probe case a: workflow steps\[1\] must be an object \(m\.json:22\)$/);
  assert.match(
    second({ ...STEP, arguments: null }),
    /^probe case a: workflow steps\[1\]\.arguments must be an object \(m\.json:24\)$/,
  );
  assert.match(
    second({ ...STEP, expect: { outcome: "ok", error_code: 1 } }),
    /^probe case a: workflow steps\[1\]\.expect\.error_code is only for the outcome error \(/,
  );
});

const IDENTIFIER = "a letter, then at most 63 letters, digits or any of _ . : -";

for (
  const [kind, field] of [
    ["payload-bounds", "field"],
    ["cancellation", "reason"],
    ["completion", "argument_value"],
  ] as const
) {
  Deno.test(`manifest kinds: ${kind} ${field} is an identifier`, () => {
    for (const value of ["x", "a.b:c-d_9", "A".repeat(64)]) {
      assert.equal(loadedCase(kind, { [field]: value })[field], value);
    }
    for (const value of ["", "9", "a b", "a".repeat(65), "ü"]) {
      const message = caseRefusal(kind, { [field]: value });
      assert.equal(
        message.replace(/\d+\)$/, "N)"),
        `probe case a: ${kind} ${field} is invalid: expected ${IDENTIFIER} (m.json:N)`,
      );
    }
  });
}

Deno.test("manifest kinds: completion argument_name is an identifier for a prompt only", () => {
  const named = (ref_type: string, argument_name: unknown) => ({ ref_type, argument_name });
  assert.equal(loadedCase("completion", named("ref/prompt", "n"))["argument_name"], "n");
  for (const name of ["", "1", "a b", "x".repeat(1000)]) {
    assert.equal(loadedCase("completion", named("ref/resource", name))["argument_name"], name);
    assert.match(
      caseRefusal("completion", named("ref/prompt", name)),
      /^probe case a: completion argument_name is invalid: .* \(m\.json:10\)$/,
    );
  }
});

Deno.test("manifest kinds: completion ref_type and elicitation respond are fixed words", () => {
  for (const value of ["ref/tool", "", null, 1]) {
    assert.equal(
      caseRefusal("completion", { ref_type: value }),
      "probe case a: completion ref_type must be ref/prompt or ref/resource (m.json:9)",
    );
  }
  for (const value of ["accept", "decline", "cancel"]) {
    assert.equal(loadedCase("elicitation", { respond: value })["respond"], value);
  }
  for (const value of ["Accept", "", null]) {
    assert.equal(
      caseRefusal("elicitation", { respond: value }),
      "probe case a: elicitation respond must be accept or decline or cancel (m.json:11)",
    );
  }
});

for (
  const [kind, field] of [["resource-subscription", "uri"], ["completion", "ref_uri"]] as const
) {
  Deno.test(`manifest kinds: ${kind} ${field} has 1 to 512 bytes`, () => {
    for (const value of ["x", "\n", "x".repeat(512), "é".repeat(256), "\u{1f600}".repeat(128)]) {
      assert.equal(loadedCase(kind, { [field]: value })[field], value);
    }
    for (const value of ["", "x".repeat(513), "é".repeat(257), "\u{1f600}".repeat(129)]) {
      assert.equal(
        caseRefusal(kind, { [field]: value }),
        `probe case a: ${kind} ${field} is invalid: expected 1 to 512 bytes of UTF-8 (m.json:8)`,
      );
    }
  });
}

Deno.test("manifest kinds: protocol-negotiation bogus_version is date-shaped and unsupported", () => {
  for (const value of ["2000-01-01", "9999-99-99", "2025-06-19"]) {
    assert.equal(
      loadedCase("protocol-negotiation", { bogus_version: value })["bogus_version"],
      value,
    );
  }
  for (
    const value of ["", "2025-06-18", "2025-6-18", "02025-06-18", "2000-01-01\n", "٢٠٠٠-٠١-٠١"]
  ) {
    assert.equal(
      caseRefusal("protocol-negotiation", { bogus_version: value }),
      "probe case a: protocol-negotiation bogus_version is invalid: expected a date-shaped version " +
        "(dddd-dd-dd) that the server cannot know, other than 2025-06-18 (m.json:8)",
    );
  }
});

for (
  const [kind, field] of [
    ["error-honesty", "expect_retryable"],
    ["payload-bounds", "expect_handled"],
    ["cancellation", "require_honored"],
  ] as const
) {
  Deno.test(`manifest kinds: ${kind} ${field} is a boolean`, () => {
    for (const value of [true, false]) {
      assert.equal(loadedCase(kind, { [field]: value })[field], value);
    }
    for (const value of ["true", 0, 1]) {
      assert.match(
        caseRefusal(kind, { [field]: value }),
        new RegExp(`^probe case a: ${kind} ${field} must be true or false \\(m\\.json:\\d+\\)$`),
      );
    }
  });
}
