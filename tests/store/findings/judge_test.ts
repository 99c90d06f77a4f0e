import assert from "node:assert/strict";
import type { IssueGroup } from "../../../store/findings/groups.ts";
import { classOf, severityOf } from "../../../store/findings/judge.ts";

/** A group of which every class could be said. */
const GROUP: IssueGroup = {
  findingId: "finding-0000000000000000",
  kind: "error",
  server: "demo",
  tool: "save",
  template: null,
  failures: 2,
  calls: 2,
  sessions: 2,
  lastSeen: 0n,
  cost: 1,
  blast: 1,
  codes: ['"A"', '"B"'],
  code: '"A"',
  retryable: true,
  recovered: true,
  args: null,
  falseSuccess: true,
  blocked: true,
};

Deno.test("the first class that fits is an issue's", () => {
  const one = { ...GROUP, codes: ['"A"'] };
  const plain = { ...one, falseSuccess: false, blocked: false };
  const groups: [group: IssueGroup, expected: string][] = [
    [GROUP, "unstable-error-code"],
    [one, "false-success"],
    [{ ...one, falseSuccess: false }, "blocked-optimal-path"],
    [plain, "recovers-on-retry"],
    [{ ...plain, codes: [] }, "recovers-on-retry"],
    [{ ...plain, recovered: false }, "retry-did-not-recover"],
    [{ ...plain, retryable: false }, "recurring-error"],
    [{ ...plain, retryable: null }, "recurring-error"],
  ];
  for (const [group, expected] of groups) assert.equal(classOf(group), expected);
});

Deno.test("severity goes by the score, an observation raises it, no probe caps it", () => {
  const severities: [score: number, observed: boolean, probed: boolean, expected: string][] = [
    [1.99, false, true, "low"],
    [2, false, true, "medium"],
    [3.99, false, true, "medium"],
    [4, false, true, "high"],
    [1.99, true, true, "medium"],
    [2, true, true, "high"],
    [4, true, true, "high"],
    [1.99, false, false, "low"],
    [4, false, false, "medium"],
    [4, true, false, "medium"],
  ];
  for (const [score, observed, probed, expected] of severities) {
    assert.equal(
      severityOf({ score, threshold: 1, observed, probed }),
      expected,
      `${score} ${observed} ${probed}`,
    );
  }
  assert.equal(
    severityOf({ score: 0.001, threshold: 0, observed: false, probed: true }),
    "high",
  );
});
