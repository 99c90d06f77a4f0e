/** What can go wrong on the wire, in the four labels that users see (wire.md §8). */

/** Labels of an exchange that gave no verdict, in the order of `mcpeval explain`. */
export const FAULT_LABELS = [
  "transport-timeout",
  "transport-closed",
  "transport-error",
  "evaluation-budget-exceeded",
] as const;

/** One of the four labels. */
export type FaultLabel = (typeof FAULT_LABELS)[number];

/**
 * An exchange that could not be completed. The message is our own fixed text: it may name a limit
 * or a method of ours, never anything that a server sent.
 */
export class Fault extends Error {
  override name = "Fault";
  constructor(readonly label: FaultLabel, message: string, options?: ErrorOptions) {
    super(message, options);
  }
}

/**
 * More server requests during one call than it allows (decisions D1). Sampling and elicitation
 * cases judge it; everywhere else it is an ordinary fault.
 */
export class RequestFlood extends Fault {
  constructor(limit: number) {
    super("transport-error", `the server sent more than ${limit} requests during one call`);
  }
}
