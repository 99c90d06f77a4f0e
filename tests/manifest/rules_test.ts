/** The rules of a document and their order. */

import assert from "node:assert/strict";
import { loadManifest } from "../../core/manifest/load.ts";
import { caseRefusal, document, loadedCase, refusal, sample } from "./samples.ts";

const IDENTIFIER = "a letter, then at most 63 letters, digits or any of _ . : -";
const TOOL_NAME = "1 to 128 letters, digits or any of _ . : -";
const MUTATING = [
  "contention",
  "error-honesty",
  "state-recovery",
  "schema-guessability",
  "degradation-over-n",
  "instruction-fidelity",
];
const SANDBOXED_READERS = [
  "latency-budget",
  "payload-bounds",
  "output-schema",
  "cancellation",
  "sampling",
  "elicitation",
];
const READERS = [
  "discovery-cost",
  "token-cost",
  "pagination",
  "surface-listing",
  "protocol-negotiation",
  "resource-subscription",
  "completion",
  "workflow",
];
const BOX = { sandboxes: { box: { description: "scratch" } } };

Deno.test("manifest rules: version is 1", () => {
  for (const version of [0, 2, -1, 4294967297]) {
    assert.equal(
      refusal(document([sample("pagination")], { version })),
      "manifest version must be 1 (m.json:2)",
    );
  }
});

Deno.test("manifest rules: timeout_ms is between 100 and 600000", () => {
  const cases = [sample("pagination")];
  for (const timeout_ms of [100, 600000]) {
    const { manifest } = loadManifest(document(cases, { timeout_ms }), "m.json");
    assert.equal(manifest.timeout_ms, timeout_ms);
  }
  for (const timeout_ms of [99, 600001, -100]) {
    assert.equal(
      refusal(document(cases, { timeout_ms })),
      "manifest timeout_ms must be between 100 and 600000 (m.json:3)",
    );
  }
});

Deno.test("manifest rules: sandbox names are identifiers", () => {
  const named = (name: string) =>
    document([sample("pagination")], { sandboxes: { [name]: { description: "" } } });
  for (const name of ["a", "A0_.:-", "a".repeat(64)]) loadManifest(named(name), "m.json");
  for (const name of ["", "0a", "_a", "a b", "é", "a".repeat(65), "a\n"]) {
    assert.equal(
      refusal(named(name)),
      `manifest sandboxes has a name that is invalid: expected ${IDENTIFIER} (m.json:4)`,
    );
  }
});

Deno.test("manifest rules: sandbox descriptions are short and without control characters", () => {
  const described = (description: string) =>
    document([sample("pagination")], { sandboxes: { box: { description } } });
  // Characters are counted, not UTF-16 units.
  for (const text of ["", "\u{1f600}".repeat(240), "\u00a0\u2028"]) {
    loadManifest(described(text), "m.json");
  }
  for (const text of ["x".repeat(241), "a\n", "\u0000", "\u007f", "\u0085"]) {
    assert.equal(
      refusal(described(text)),
      "manifest sandboxes.description is invalid: " +
        "expected at most 240 characters, none of them a control character (m.json:5)",
    );
  }
});

Deno.test("manifest rules: there is at least one case", () => {
  assert.equal(refusal(document([])), "manifest probes must hold at least one case (m.json:3)");
});

Deno.test("manifest rules: the document's rules have an order", () => {
  const text = (fields: Record<string, unknown>) =>
    document([], { sandboxes: { "0": { description: "\n" } }, timeout_ms: 1, ...fields });
  assert.match(refusal(text({ version: 2 })), /^manifest version /);
  assert.match(refusal(text({})), /^manifest timeout_ms /);
  assert.match(refusal(text({ timeout_ms: 100 })), /^manifest sandboxes has a name/);
  assert.match(
    refusal(text({ timeout_ms: 100, sandboxes: { a: { description: "\n" } } })),
    /^manifest sandboxes\.description/,
  );
  assert.match(refusal(text({ timeout_ms: 100, sandboxes: {} })), /^manifest probes /);
});

Deno.test("manifest rules: an id is an identifier, and a bad one is not shown", () => {
  for (const id of ["a", "Z9_.:-", "a".repeat(64)]) {
    assert.equal(loadedCase("pagination", { id })["id"], id);
  }
  for (const id of ["", "1a", "-a", "a b", "a".repeat(65), "ä"]) {
    assert.equal(
      caseRefusal("pagination", { id }),
      `pagination id is invalid: expected ${IDENTIFIER} (m.json:6)`,
    );
  }
});

Deno.test("manifest rules: ids are unique, across kinds too", () => {
  assert.equal(
    refusal(document([sample("pagination"), sample("contention", { tool: "" })])),
    "probe case a: contention id must be unique, and the case of line 6 has it too (m.json:12)",
  );
  loadManifest(document([sample("pagination"), sample("pagination", { id: "A" })]), "m.json");
});

Deno.test("manifest rules: every tool name has the grammar", () => {
  for (const tool of ["1", ".-:_", "x".repeat(128)]) {
    assert.equal(loadedCase("contention", { tool })["tool"], tool);
  }
  for (const tool of ["", "a b", "x".repeat(129), "a/b", "tööl"]) {
    assert.equal(
      caseRefusal("contention", { tool }),
      `probe case a: contention tool is invalid: expected ${TOOL_NAME} (m.json:7)`,
    );
  }
  for (
    const [kind, field, line] of [
      ["state-recovery", "failure_tool", 8],
      ["state-recovery", "recovery_tool", 10],
      ["state-recovery", "validation_tool", 12],
      ["resource-subscription", "trigger_tool", 10],
    ] as const
  ) {
    assert.equal(
      caseRefusal(kind, { [field]: "" }),
      `probe case a: ${kind} ${field} is invalid: expected ${TOOL_NAME} (m.json:${line})`,
    );
  }
  const step = { tool: "t", arguments: {}, expect: { outcome: "ok" } };
  assert.equal(
    caseRefusal("workflow", { steps: [step, { ...step, tool: "a b" }] }),
    `probe case a: workflow steps[1].tool is invalid: expected ${TOOL_NAME} (m.json:18)`,
  );
});

Deno.test("manifest rules: arguments are an object", () => {
  for (const value of [null, [], "x", 1, true]) {
    assert.equal(
      caseRefusal("contention", { arguments: value }),
      "probe case a: contention arguments must be an object (m.json:9)",
    );
  }
  for (
    const [kind, field, type] of [
      ["state-recovery", "failure_arguments", "an object"],
      ["state-recovery", "recovery_arguments", "an object"],
      ["state-recovery", "validation_arguments", "an object"],
      ["resource-subscription", "trigger_arguments", "an object or null"],
    ] as const
  ) {
    const message = caseRefusal(kind, { [field]: [] });
    assert.ok(message.startsWith(`probe case a: ${kind} ${field} must be ${type} (`), message);
  }
  // Also without a tool to give them to.
  const trigger_arguments = { n: 1 };
  assert.deepEqual(
    loadedCase("resource-subscription", { trigger_arguments })["trigger_arguments"],
    trigger_arguments,
  );
});

Deno.test("manifest rules: access is read_only or mutating", () => {
  for (const access of ["", "readonly", "READ_ONLY", 1]) {
    assert.equal(
      caseRefusal("pagination", { access }),
      "probe case a: pagination access must be read_only or mutating (m.json:7)",
    );
  }
});

for (const kind of MUTATING) {
  Deno.test(`manifest rules: ${kind} may be mutating, in a declared sandbox`, () => {
    const mutating = { access: "mutating", sandbox: "box" };
    assert.equal(loadedCase(kind, mutating, BOX)["sandbox"], "box");
    assert.match(
      caseRefusal(kind, { access: "mutating" }, BOX),
      /^probe case a: mutating probe must name a sandbox: declare one under sandboxes \(m.json:\d+\)$/,
    );
    assert.match(
      caseRefusal(kind, { access: "mutating", sandbox: null }, BOX),
      /^probe case a: mutating probe must name a sandbox: /,
    );
    for (const sandbox of ["Box", "0 bad", "toString"]) {
      assert.match(
        caseRefusal(kind, { access: "mutating", sandbox }, BOX),
        /^probe case a: mutating probe sandbox is not declared: add it under sandboxes \(m.json:\d+\)$/,
      );
    }
  });
}

for (const kind of SANDBOXED_READERS) {
  Deno.test(`manifest rules: ${kind} must be read-only even with a sandbox`, () => {
    const message = caseRefusal(kind, { access: "mutating", sandbox: "box" }, BOX);
    assert.equal(message, `probe case a: ${kind} must be read-only (m.json:13)`);
    assert.match(
      caseRefusal(kind, { access: "mutating" }),
      /^probe case a: mutating probe must name a sandbox: \S+ must be read-only \(/,
    );
  });
}

for (const kind of READERS) {
  Deno.test(`manifest rules: ${kind} cannot be mutating`, () => {
    assert.equal(
      caseRefusal(kind, { access: "mutating" }),
      `probe case a: mutating probe must name a sandbox: ${kind} must be read-only (m.json:7)`,
    );
  });
}

for (const kind of [...MUTATING, ...SANDBOXED_READERS]) {
  Deno.test(`manifest rules: a read_only ${kind} names no sandbox`, () => {
    assert.match(
      caseRefusal(kind, { sandbox: "box" }, BOX),
      /^probe case a: read-only probe must not name a sandbox: leave sandbox out \(m.json:\d+\)$/,
    );
  });
}

Deno.test("manifest rules: a case's rules have an order", () => {
  const wrong = {
    max_attempts: 0,
    access: "mutating",
    arguments: [],
    tool: "",
    id: "0",
  };
  const first = (fields: Record<string, unknown>) =>
    refusal(
      document([sample("pagination"), sample("degradation-over-n", { ...wrong, ...fields })]),
    );
  assert.match(first({}), /^degradation-over-n id /);
  assert.match(first({ id: "a" }), /^probe case a: degradation-over-n id must be unique/);
  assert.match(first({ id: "b" }), /^probe case b: degradation-over-n tool /);
  assert.match(first({ id: "b", tool: "t" }), /^probe case b: degradation-over-n arguments /);
  assert.match(
    first({ id: "b", tool: "t", arguments: {} }),
    /^probe case b: mutating probe must name a sandbox/,
  );
  assert.match(
    first({ id: "b", tool: "t", arguments: {}, access: "read_only" }),
    /^probe case b: max_attempts must be between 2 and 100 /,
  );
});

Deno.test("manifest rules: other arguments and expectations come after access", () => {
  const bad = { failure_arguments: [], sandbox: "box" };
  assert.match(caseRefusal("state-recovery", bad), /read-only probe must not name a sandbox/);
  const late = { expect: { outcome: "ok", equals: { tool: "x y" } }, arguments: [] };
  assert.match(caseRefusal("instruction-fidelity", late), /instruction-fidelity arguments must/);
});

Deno.test("manifest rules: an earlier case's rule is told before a later one's", () => {
  const cases = [sample("pagination", { max_pages: 0 }), sample("pagination", { id: "0" })];
  assert.match(refusal(document(cases)), /^probe case a: pagination max_pages /);
});

Deno.test("manifest rules: the lines of the ids are kept", () => {
  const cases = [sample("pagination"), { id: "b", ...sample("pagination", { id: "b" }) }];
  const { lines } = loadManifest(document(cases), "m.json");
  assert.deepEqual([...lines], [["a", 6], ["b", 11]]);
});
