/** What a fault means to a whole run: which label counts, and what a person is told of it. */

import { toFailure } from "./errors.ts";
import { Fault } from "./mcp/faults.ts";
import type { Connector } from "./mcp/session.ts";

/**
 * The fault that an exchange ended in, or the budget's once that is used up: it outranks every
 * other symptom.
 * @throws the error itself when it is no fault: that is a mistake of ours
 */
export function faultOf(error: unknown, connector: Pick<Connector, "checkBudget">): Fault {
  if (!(error instanceof Fault)) throw error;
  try {
    connector.checkBudget();
    return error;
  } catch (exhausted) {
    if (exhausted instanceof Fault) return exhausted;
    throw exhausted;
  }
}

/**
 * Swallows the fault of one exchange.
 * @throws the error itself when it is no fault, and the budget's fault once that is used up
 */
export function absorbFault(error: unknown, connector: Pick<Connector, "checkBudget">): void {
  const fault = faultOf(error, connector);
  if (fault.label === "evaluation-budget-exceeded") throw fault;
}

/** One line for stderr: the fault's own text and its causes', outermost first. */
export function explainFault(fault: Fault): string {
  const { message, causes } = toFailure(fault);
  return [message, ...causes].join(": ");
}
