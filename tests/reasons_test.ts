import assert from "node:assert/strict";
import { CHECKS } from "../core/readiness/standard.ts";
import { explainReason, FAILURE_REASONS, hintOf, REASON_TABLE, REASONS } from "../core/reasons.ts";
import { reasonsPage } from "../scripts/generate-reasons.ts";

/** cli.md §7, row by row. */
const TABLE: [string, string[]][] = [
  ["Call contract", [
    "unexpected-outcome",
    "missing-field",
    "value-mismatch",
    "error-code-mismatch",
  ]],
  ["Catalog", [
    "discovery-limit-exceeded",
    "token-budget-exceeded",
    "invalid-schema",
    "missing-required-argument",
  ]],
  ["Errors, recovery", [
    "expected-error",
    "unstable-error-code",
    "retryability-mismatch",
    "retry-did-not-recover",
    "failure-not-observed",
    "recovery-failed",
    "validation-failed",
  ]],
  ["Load", ["contended-client-failed", "latency-budget-exceeded"]],
  ["Listings, payload", [
    "pagination-invalid-entry",
    "pagination-duplicate-tool",
    "pagination-stalled-cursor",
    "payload-unhandled",
    "surface-invalid-envelope",
    "surface-stalled-cursor",
  ]],
  ["Output schema", [
    "output-schema-declared-but-missing",
    "output-schema-field-missing",
    "output-schema-invalid-result",
  ]],
  ["Cancellation, negotiation", [
    "cancellation-ignored",
    "cancellation-errored",
    "negotiation-echoed-unknown",
    "negotiation-invalid-version",
    "negotiation-inconsistent-support",
  ]],
  ["Server requests", [
    "sampling-invalid-request",
    "sampling-request-flood",
    "sampling-stalled-call",
    "elicitation-invalid-request",
    "elicitation-request-flood",
    "elicitation-stalled-call",
  ]],
  ["Subscription, completion", [
    "resource-unreadable",
    "subscription-rejected",
    "subscription-notification-missing",
    "completion-invalid-request",
    "completion-value-flood",
    "completion-argument-unknown",
    "completion-stalled-request",
  ]],
  ["Not evaluated (exit 3)", [
    "transport-timeout",
    "transport-closed",
    "transport-error",
    "evaluation-budget-exceeded",
  ]],
];

Deno.test("48 labels in the order and under the headings of the command surface", () => {
  const expected = TABLE.flatMap(([group, labels]) => labels.map((label) => ({ group, label })));
  assert.equal(expected.length, 48);
  assert.deepEqual(REASON_TABLE.map(({ group, label }) => ({ group, label })), expected);
  assert.deepEqual(REASONS, expected.map(({ label }) => label));
  assert.deepEqual(FAILURE_REASONS, expected.slice(0, 44).map(({ label }) => label));
});

Deno.test("every hint is one line of its own that a sentence can continue", () => {
  for (const { label, hint } of REASON_TABLE) {
    assert.ok(hint.length >= 80 && hint.length <= 240, `${label}: ${hint.length} characters`);
    assert.match(hint, /^[a-z`][\x20-\x7e]*[a-z0-9`)%]$/, label);
    assert.match(hint, /[;:] /, `${label} names what to do after what is wrong`);
  }
  assert.equal(new Set(REASON_TABLE.map(({ hint }) => hint)).size, 48);
});

Deno.test("explain trims, ignores case and needs the exact label", () => {
  const hint = hintOf("value-mismatch");
  assert.match(hint, /^a result field differs from the expected value/);
  assert.deepEqual(explainReason("value-mismatch"), { found: true, hint });
  assert.deepEqual(explainReason(" \tVALUE-Mismatch\n"), { found: true, hint });
  assert.equal(explainReason("value_mismatch").found, false);
});

Deno.test("explain suggests labels that contain the text or share its first segment", () => {
  const suggested = (text: string) => {
    const answer = explainReason(text);
    return answer.found ? null : answer.suggestions;
  };
  assert.deepEqual(suggested("Mismatch"), [
    "value-mismatch",
    "error-code-mismatch",
    "retryability-mismatch",
  ]);
  assert.deepEqual(suggested("surface-broken"), [
    "surface-invalid-envelope",
    "surface-stalled-cursor",
  ]);
  assert.deepEqual(suggested("transport"), [
    "transport-timeout",
    "transport-closed",
    "transport-error",
  ]);
  // A check of the readiness standard has reasons of its own, which `explain` does not know.
  assert.deepEqual(suggested("reliability-slow"), []);
  assert.deepEqual(suggested("constructor"), []);
  assert.deepEqual(suggested(" "), []);
});

Deno.test("the reference page is generated from the tables", async () => {
  const page = await Deno.readTextFile(new URL("../docs/reasons.md", import.meta.url));
  assert.equal(page, reasonsPage());
  assert.equal(page.match(/^#### `/gm)?.length, 48);
  assert.equal(page.match(/^### (?!`)/gm)?.length, 10);
  assert.equal(page.match(/^### `/gm)?.length, 36);
  assert.equal(page.match(/^## /gm)?.length, 2);
  assert.match(
    page,
    /\n### `catalog-short-description`\n\nOf `catalog\.description`\.\n\nThe tool's `description` has fewer than 40 characters; [^\n]+\.\n/,
  );
  assert.match(
    page,
    /\n### `coverage-skipped`\n\nOf `error-honesty\.invalid-arguments`, `reliability\.skipped`, `reliability\.contention`, `reliability\.payload`, `coverage\.exercised`\.\n/,
  );
  // Every check can cost points for some reason, and every reason has its hint on the page.
  for (const [id, reasons] of Object.entries(CHECKS)) {
    for (const reason of reasons) {
      const start = page.indexOf(`\n### \`${reason}\`\n`);
      assert.ok(page.slice(start).split("\n### ", 2).join("").includes(`\`${id}\``), id);
    }
  }
});
