import assert from "node:assert/strict";
import { startBudget } from "../../core/mcp/budget.ts";
import { EVALUATION_LIMITS } from "../../core/mcp/budget.ts";

const EXCEEDED = { name: "Fault", label: "evaluation-budget-exceeded" };

Deno.test("the defaults are 300 s and 4096 requests", () => {
  assert.deepEqual(EVALUATION_LIMITS, { ms: 300_000, requests: 4096 });
});

Deno.test("the last request is allowed, the one after it is refused, and so is all that follows", () => {
  const budget = startBudget({ ms: 60_000, requests: 3 });
  for (let n = 0; n < 3; n++) budget.spend();
  budget.check();
  assert.equal(budget.wait(500).ms, 500);
  assert.throws(() => budget.spend(), EXCEEDED);
  assert.throws(() => budget.check(), EXCEEDED);
  assert.throws(() => budget.wait(500), EXCEEDED);
});

Deno.test("without a request left nothing is connected, and the refusal stays", () => {
  const budget = startBudget({ ms: 60_000, requests: 1 });
  budget.checkConnect();
  budget.spend();
  budget.check();
  assert.throws(() => budget.checkConnect(), EXCEEDED);
  assert.throws(() => budget.check(), EXCEEDED);
});

Deno.test("a wait is the shorter of its own time and what is left", () => {
  const budget = startBudget({ ms: 10_000, requests: 1 });
  const own = budget.wait(500);
  assert.equal(own.ms, 500);
  assert.equal(own.expired("late").label, "transport-timeout");
  const rest = budget.wait(20_000);
  assert.ok(rest.ms > 5_000 && rest.ms <= 10_000);
  budget.check();
  assert.equal(rest.expired("late").label, "evaluation-budget-exceeded");
  assert.throws(() => budget.check(), EXCEEDED);
});

Deno.test("no time at all is used up at once", () => {
  assert.throws(() => startBudget({ ms: 0, requests: 1 }).spend(), EXCEEDED);
});
