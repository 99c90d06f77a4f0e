/**
 * The budget of one check. Schemas, patterns and results come from servers, and few lines of them
 * can ask for more work than a lifetime allows, so everything that loops pays first. The budget
 * counts work, not time: the same check always ends the same way.
 */

/** A check used up its budget. Whoever started the check treats it as not passed. */
export class Exhausted extends Error {
  override name = "Exhausted";
}

/** Work that is left, in units of at most about a microsecond. */
export interface Meter {
  left: number;
}

/** Units that one check may use: some seconds at the very worst, never noticed by honest input. */
export const CHECK_UNITS = 5_000_000;

/**
 * Pays for work.
 * @throws {Exhausted} when more is asked for than is left
 */
export function spend(meter: Meter, units: number): void {
  meter.left -= units;
  if (meter.left < 0) throw new Exhausted("the check asks for too much work");
}
