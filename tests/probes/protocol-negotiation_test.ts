import assert from "node:assert/strict";
import { protocolNegotiation } from "../../core/probes/protocol-negotiation.ts";
import { fakeConnector, fault } from "./fake-session.ts";
import { fails, passes, type Situation, situations } from "./verdict-table.ts";

const fields = { bogus_version: "2000-01-01" };

/** A server that answers as the table says, in the order of the handshakes that must happen. */
function answers(
  name: string,
  handshakes: [offered: string, answered: string | null][],
  expect: Situation["expect"],
): Situation {
  let asked = 0;
  return {
    name,
    fields,
    connector: fakeConnector({ negotiate: () => handshakes[asked++]?.[1] ?? null }),
    expect,
    exchanges: [],
    also: (_session, connector) =>
      assert.deepEqual(connector.log, handshakes.map(([offered]) => `negotiate ${offered}`)),
  };
}

const OK = "2025-06-18";
const BOGUS = "2000-01-01";

situations("protocol-negotiation", protocolNegotiation, [
  answers("three handshakes", [[OK, OK], [BOGUS, OK], [OK, OK]], passes(3)),
  answers(
    "a server of another revision takes one more, which does not count",
    [[OK, "2024-11-05"], ["2024-11-05", "2024-11-05"], [BOGUS, "2024-11-05"], [
      "2024-11-05",
      "2024-11-05",
    ]],
    passes(3),
  ),
  answers(
    "the unknown version may be countered with another one than the first",
    [[OK, OK], [BOGUS, "2025-11-25"], ["2025-11-25", "2025-11-25"]],
    passes(3),
  ),
  answers("no version at first", [[OK, null]], fails(1, "negotiation-invalid-version")),
  answers("a version that is no date", [[OK, "v1"]], fails(1, "negotiation-invalid-version")),
  answers(
    "a date with something behind it",
    [[OK, "2025-06-18 "]],
    fails(1, "negotiation-invalid-version"),
  ),
  answers(
    "digits of another script",
    [[OK, "٢٠٢٥-06-18"]],
    fails(1, "negotiation-invalid-version"),
  ),
  answers(
    "another revision that is then not kept",
    [[OK, "2024-11-05"], ["2024-11-05", OK]],
    fails(1, "negotiation-inconsistent-support"),
  ),
  answers(
    "another revision that is then refused",
    [[OK, "2024-11-05"], ["2024-11-05", null]],
    fails(1, "negotiation-inconsistent-support"),
  ),
  answers(
    "the unknown version echoed",
    [[OK, OK], [BOGUS, BOGUS]],
    fails(2, "negotiation-echoed-unknown"),
  ),
  answers(
    "the unknown version refused",
    [[OK, OK], [BOGUS, null]],
    fails(2, "negotiation-invalid-version"),
  ),
  answers(
    "the unknown version countered with no date",
    [[OK, OK], [BOGUS, "latest"]],
    fails(2, "negotiation-invalid-version"),
  ),
  answers(
    "the countered version is not kept",
    [[OK, OK], [BOGUS, "2025-11-25"], ["2025-11-25", OK]],
    fails(3, "negotiation-inconsistent-support"),
  ),
  answers(
    "the countered version is refused",
    [[OK, OK], [BOGUS, OK], [OK, null]],
    fails(3, "negotiation-inconsistent-support"),
  ),
  {
    name: "a handshake without any answer is no verdict",
    fields,
    connector: fakeConnector({ negotiate: () => fault("transport-closed") }),
    expect: "transport-closed",
  },
]);
