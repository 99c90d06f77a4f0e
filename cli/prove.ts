/** `--prove-permissions`: every isolate of a command tries to do what its plan does not name. */

import { type Attempt, attemptToCross } from "../core/boundary.ts";
import { dropPermissions, startEngine, startKeeper } from "./isolates.ts";
import type { CapabilityPlan } from "./permissions.ts";
import { print } from "./terminal.ts";

/** The attempts of each isolate; `front` is the one that reads the command line. */
export interface Proof {
  engine: Attempt[] | null;
  front: Attempt[];
  keeper: Attempt[];
}

/**
 * Prints the proof as JSON.
 * @returns 0 when the runtime refused every attempt, else 1
 */
export async function prove(plan: CapabilityPlan): Promise<number> {
  const engine = plan.engine === null ? null : startEngine(plan.engine);
  const keeper = startKeeper(plan.keeper);
  await dropPermissions(engine, keeper);
  const proof: Proof = {
    engine: engine && await Promise.race([engine.api.attemptToCross(), engine.crashed]),
    front: await attemptToCross(),
    keeper: await Promise.race([keeper.api.attemptToCross(), keeper.crashed]),
  };
  print(JSON.stringify(proof, null, 2) + "\n");
  const attempts = [...proof.engine ?? [], ...proof.front, ...proof.keeper];
  return attempts.every(({ result }) => result === "NotCapable") ? 0 : 1;
}
