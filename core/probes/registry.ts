/** The probe of each kind. */

import { UsageError } from "../errors.ts";
import type { ProbeCase, ProbeKind } from "../manifest/types.ts";
import { contention } from "./contention.ts";
import { degradationOverN } from "./degradation-over-n.ts";
import { discoveryCost } from "./discovery-cost.ts";
import { latencyBudget } from "./latency-budget.ts";
import { outputSchema } from "./output-schema.ts";
import { pagination } from "./pagination.ts";
import { payloadBounds } from "./payload-bounds.ts";
import type { Probe, ProbeContext } from "./probe.ts";
import { protocolNegotiation } from "./protocol-negotiation.ts";
import { schemaGuessability } from "./schema-guessability.ts";
import { surfaceListing } from "./surface-listing.ts";
import { tokenCost } from "./token-cost.ts";
import type { Verdict } from "./verdict.ts";

/** A kind without an entry is not built yet. */
const PROBES: { readonly [Kind in ProbeKind]?: Probe<Kind> } = {
  contention,
  "degradation-over-n": degradationOverN,
  "discovery-cost": discoveryCost,
  "latency-budget": latencyBudget,
  "output-schema": outputSchema,
  pagination,
  "payload-bounds": payloadBounds,
  "protocol-negotiation": protocolNegotiation,
  "schema-guessability": schemaGuessability,
  "surface-listing": surfaceListing,
  "token-cost": tokenCost,
};

/** The kinds among the cases that this version cannot judge, each once, in case order. */
export function unbuiltKinds(cases: readonly ProbeCase[]): ProbeKind[] {
  return [...new Set(cases.map(({ probe }) => probe))].filter((kind) => PROBES[kind] === undefined);
}

/**
 * Refuses cases that this version cannot judge: they must neither be skipped nor pass. To be
 * called before anything is launched.
 * @throws {UsageError} that names the kinds
 */
export function requireBuilt(cases: readonly ProbeCase[]): void {
  const missing = unbuiltKinds(cases);
  if (missing.length === 0) return;
  throw new UsageError(
    `this version does not have the probe ${missing.length === 1 ? "kind" : "kinds"} ` +
      `${missing.join(", ")} yet; remove such cases or select another kind with --probe`,
  );
}

/**
 * Runs the probe of a case's kind.
 * @throws {Fault} when the exchange gave no verdict
 * @throws {UsageError} when the kind is not built
 */
export async function judge(probeCase: ProbeCase, context: ProbeContext): Promise<Verdict> {
  requireBuilt([probeCase]);
  // The table's type ties each kind to its probe, which an index by a union cannot express.
  const probe = PROBES[probeCase.probe] as unknown as Probe<ProbeKind>;
  return await probe(probeCase, context);
}
