/** How often a server is started for a gate and the standard battery together. */

import assert from "node:assert/strict";
import { runGate } from "../../core/gate.ts";
import { measureReadiness } from "../../core/readiness/battery.ts";
import { lostChecks } from "../readiness/fake-target.ts";
import { named } from "./cases.ts";
import { entry } from "./fake-session.ts";
import { withServers } from "./served.ts";

const TOOLS = [{ ...entry("t"), annotations: { readOnlyHint: true } }];
const CASES = [
  named("one", "protocol-negotiation", { bogus_version: "2000-01-01" }),
  named("two", "schema-guessability", { tool: "t" }),
];

// The gate's session and the battery's, contention's second client, and what negotiation offers
// beyond the version of a session: an unknown one, and the answer to that unless it is known.
for (const [fallback, starts] of [["2025-06-18", 4], ["2025-11-25", 5]] as const) {
  for (const transport of ["stdio", "http"] as const) {
    Deno.test(`${transport}: gate and battery start ${starts} servers that fall back to ${fallback}`, () =>
      withServers(
        [{ tools: TOOLS, versions: { "2000-01-01": fallback } }],
        async ({ connector, started, received }) => {
          const gate = await runGate({ cases: CASES, connector, isFollowed: true });
          assert.deepEqual(gate.cases.map(({ result }) => result.verdict), ["pass", "pass"]);
          const battery = await measureReadiness({
            connector,
            attested: false,
            skipTools: [],
            argumentsFile: null,
            evaluator: { version: "0.9.0", os: "linux", arch: "x86_64" },
          });
          assert.ok(battery.kind === "measured");
          assert.ok(lostChecks(battery.readiness).every((line) => !line.includes("negotiation")));
          assert.equal(started(), starts);
          // Each handshake has a connection of its own (D6).
          const handshakes = received().map((messages) =>
            messages.filter(({ method }) => method === "initialize").length
          );
          assert.deepEqual(handshakes, Array(starts).fill(1));
        },
        {},
        transport,
      ));
  }
}
