/** `--prove-permissions`: every isolate of a command tries to do what its plan does not name. */

import { type Attempt, attemptToCross } from "../core/boundary.ts";
import { dropPermissions, startEngine, startKeeper, startService } from "./isolates.ts";
import type { CapabilityPlan } from "./permissions.ts";
import { print } from "./terminal.ts";

/** The attempts of each isolate; `front` is the one that reads the command line. */
export interface Proof {
  engine: Attempt[] | null;
  front: Attempt[];
  keeper: Attempt[];
  /** Absent in commands without one. */
  service?: Attempt[];
}

/**
 * Prints the proof as JSON.
 * @returns 0 when the runtime refused every attempt, else 1
 */
export async function prove(plan: CapabilityPlan): Promise<number> {
  const engine = plan.engine === null ? null : startEngine(plan.engine);
  const keeper = startKeeper(plan.keeper);
  const service = plan.service === undefined ? null : startService(plan.service);
  await dropPermissions(engine, keeper, service);
  const proof: Proof = {
    engine: engine && await Promise.race([engine.api.attemptToCross(), engine.crashed]),
    front: await attemptToCross(),
    keeper: await Promise.race([keeper.api.attemptToCross(), keeper.crashed]),
    ...service && {
      service: await Promise.race([service.api.attemptToCross(), service.crashed]),
    },
  };
  print(JSON.stringify(proof, null, 2) + "\n");
  const { engine: ofEngine, front, keeper: ofKeeper, service: ofService } = proof;
  const attempts = [ofEngine ?? [], front, ofKeeper, ofService ?? []].flat();
  return attempts.every(({ result }) => result === "NotCapable") ? 0 : 1;
}
