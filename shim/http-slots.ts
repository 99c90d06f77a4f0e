/** How many exchanges run at once (capture.md §7). */

/** Gives a place back; calling it again does nothing. */
export type Leave = () => void;

/** Places for exchanges. */
export interface Slots {
  /** Resolves when a place is free, in the order of asking; null when too many wait. */
  enter(): Promise<Leave> | null;
  /** A place that is free now, or null. */
  tryEnter(): Leave | null;
}

/**
 * Opens the places.
 * @param running exchanges at once
 * @param queued more that may wait
 */
export function openSlots(running: number, queued: number): Slots {
  let free = running;
  const waiting: ((leave: Leave) => void)[] = [];

  function take(): Leave {
    let taken = true;
    return () => {
      if (!taken) return;
      taken = false;
      const next = waiting.shift();
      if (next === undefined) free++;
      else next(take());
    };
  }
  function tryEnter(): Leave | null {
    if (free === 0) return null;
    free--;
    return take();
  }
  return {
    tryEnter,
    enter() {
      const leave = tryEnter();
      if (leave !== null) return Promise.resolve(leave);
      if (waiting.length >= queued) return null;
      return new Promise((resolve) => void waiting.push(resolve));
    },
  };
}
