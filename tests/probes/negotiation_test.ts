import assert from "node:assert/strict";
import { judgeNegotiation } from "../../core/probes/negotiation.ts";

/** Answers by offered version; a version that is not listed is echoed. */
async function judge(answers: Record<string, string | null>) {
  const offered: string[] = [];
  const ask = (version: string) => {
    offered.push(version);
    return Promise.resolve(Object.hasOwn(answers, version) ? answers[version] ?? null : version);
  };
  return { flawed: await judgeNegotiation(ask, "2000-01-01"), offered };
}

Deno.test("a server that negotiates passes after three handshakes", async () => {
  assert.deepEqual(await judge({ "2000-01-01": "2025-06-18" }), {
    flawed: null,
    offered: ["2025-06-18", "2000-01-01", "2025-06-18"],
  });
});

Deno.test("a server of another version is asked to confirm it", async () => {
  assert.deepEqual(await judge({ "2025-06-18": "2024-11-05", "2000-01-01": "2025-11-25" }), {
    flawed: null,
    offered: ["2025-06-18", "2024-11-05", "2000-01-01", "2025-11-25"],
  });
});

Deno.test("each flaw is found at its handshake", async () => {
  const rows = [
    [{ "2025-06-18": null }, 1, "invalid-version"],
    [{ "2025-06-18": "latest" }, 1, "invalid-version"],
    [{ "2025-06-18": "2025-6-18" }, 1, "invalid-version"],
    [{ "2025-06-18": "2024-11-05", "2024-11-05": "2025-03-26" }, 1, "inconsistent-support"],
    [{}, 2, "echoed-unknown"],
    [{ "2000-01-01": null }, 2, "invalid-version"],
    [{ "2000-01-01": "1.0" }, 2, "invalid-version"],
    [{ "2000-01-01": "2024-11-05", "2024-11-05": "2025-06-18" }, 3, "inconsistent-support"],
    [{ "2000-01-01": "2024-11-05", "2024-11-05": null }, 3, "inconsistent-support"],
  ] as const;
  for (const [answers, attempt, flaw] of rows) {
    assert.deepEqual((await judge(answers)).flawed, { attempt, flaw });
  }
});

Deno.test("what a handshake throws is passed on", async () => {
  const ask = () => Promise.reject(new TypeError("lost"));
  await assert.rejects(judgeNegotiation(ask, "2000-01-01"), TypeError);
});
