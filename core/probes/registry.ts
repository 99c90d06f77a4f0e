/** The probe of each kind. */

import type { ProbeCase, ProbeKind } from "../manifest/types.ts";
import { cancellation } from "./cancellation.ts";
import { completion } from "./completion.ts";
import { contention } from "./contention.ts";
import { degradationOverN } from "./degradation-over-n.ts";
import { discoveryCost } from "./discovery-cost.ts";
import { elicitation } from "./elicitation.ts";
import { errorHonesty } from "./error-honesty.ts";
import { instructionFidelity } from "./instruction-fidelity.ts";
import { latencyBudget } from "./latency-budget.ts";
import { outputSchema } from "./output-schema.ts";
import { pagination } from "./pagination.ts";
import { payloadBounds } from "./payload-bounds.ts";
import type { Probe, ProbeContext } from "./probe.ts";
import { protocolNegotiation } from "./protocol-negotiation.ts";
import { resourceSubscription } from "./resource-subscription.ts";
import { sampling } from "./sampling.ts";
import { schemaGuessability } from "./schema-guessability.ts";
import { stateRecovery } from "./state-recovery.ts";
import { surfaceListing } from "./surface-listing.ts";
import { tokenCost } from "./token-cost.ts";
import type { Verdict } from "./verdict.ts";
import { workflow } from "./workflow.ts";

const PROBES: { readonly [Kind in ProbeKind]: Probe<Kind> } = {
  cancellation,
  completion,
  contention,
  "degradation-over-n": degradationOverN,
  "discovery-cost": discoveryCost,
  elicitation,
  "error-honesty": errorHonesty,
  "instruction-fidelity": instructionFidelity,
  "latency-budget": latencyBudget,
  "output-schema": outputSchema,
  pagination,
  "payload-bounds": payloadBounds,
  "protocol-negotiation": protocolNegotiation,
  "resource-subscription": resourceSubscription,
  sampling,
  "schema-guessability": schemaGuessability,
  "state-recovery": stateRecovery,
  "surface-listing": surfaceListing,
  "token-cost": tokenCost,
  workflow,
};

/**
 * Runs the probe of a case's kind.
 * @throws {Fault} when the exchange gave no verdict
 */
export function judge(probeCase: ProbeCase, context: ProbeContext): Promise<Verdict> {
  // The table's type ties each kind to its probe, which an index by a union cannot express.
  const probe = PROBES[probeCase.probe] as unknown as Probe<ProbeKind>;
  return probe(probeCase, context);
}
