/** `--prove-permissions`: every isolate of a command tries to do what its plan does not name. */

import { type Attempt, attemptToCross } from "../core/boundary.ts";
import {
  dropPermissionsBut,
  startEngine,
  startKeeper,
  startService,
  unlessLost,
} from "./isolates.ts";
import { type Capabilities, capabilities, type CapabilityPlan } from "./permissions.ts";
import { print } from "./terminal.ts";

/** The attempts of each isolate; `front` is the one that reads the command line. */
export interface Proof {
  engine: ProvenAttempt[] | null;
  front: ProvenAttempt[];
  keeper: ProvenAttempt[];
  /** Absent in commands without one. */
  service?: ProvenAttempt[];
}

/** An attempt; `planned` when the plan names what was tried. */
export type ProvenAttempt = Attempt & { planned?: true };

/**
 * Prints the proof as JSON.
 * @returns 0 when the runtime refused every attempt that the plan does not name, else 1
 */
export async function prove(plan: CapabilityPlan): Promise<number> {
  const engine = plan.engine === null ? null : startEngine(plan.engine);
  const keeper = startKeeper(plan.keeper);
  const service = plan.service === undefined ? null : startService(plan.service);
  const front = plan.front ?? capabilities();
  await dropPermissionsBut(front, engine, keeper, service);
  const proof: Proof = {
    engine: engine && held(await unlessLost(engine, engine.api.attemptToCross()), plan.engine),
    front: held(await attemptToCross(), front),
    keeper: held(await unlessLost(keeper, keeper.api.attemptToCross()), plan.keeper),
    ...service && {
      service: held(await unlessLost(service, service.api.attemptToCross()), plan.service),
    },
  };
  print(JSON.stringify(proof, null, 2) + "\n");
  return holds(proof) ? 0 : 1;
}

/** Whether nothing was possible that was not planned. */
export function holds({ engine, front, keeper, service }: Proof): boolean {
  return [engine ?? [], front, keeper, service ?? []].flat()
    .every(({ result, planned }) => planned === true || result === "NotCapable");
}

/** What of a plan makes an attempt possible; nothing does for the others. */
const NAMED: Partial<Record<Attempt["attempt"], [list: keyof Capabilities, ...names: string[]]>> = {
  read: ["read", "*"],
  write: ["write", "*"],
  connect: ["net", "127.0.0.0/8", "127.0.0.1:1"],
  listen: ["net", "127.0.0.0/8", "127.0.0.1:0"],
  spawn: ["run", "*"],
  environment: ["env", "*", "HOME"],
};

function held(
  attempts: readonly Attempt[],
  plan: Capabilities | null | undefined,
): ProvenAttempt[] {
  return attempts.map((attempt) => {
    const [list, ...names] = NAMED[attempt.attempt] ?? [];
    const isPlanned = list !== undefined && names.some((name) => plan?.[list].includes(name));
    return isPlanned ? { ...attempt, planned: true } : attempt;
  });
}
