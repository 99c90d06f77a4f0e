/** Waiting with a bound. */

/** Resolves after `ms` milliseconds, or as soon as `signal` is aborted. */
export function delay(ms: number, signal?: AbortSignal): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const timer = setTimeout(end, ms);
  function end(): void {
    clearTimeout(timer);
    signal?.removeEventListener("abort", end);
    resolve();
  }
  if (signal?.aborted) end();
  else signal?.addEventListener("abort", end);
  return promise;
}

/** Whether a promise that never rejects settles within `ms` milliseconds. */
export async function settlesWithin(promise: Promise<unknown>, ms: number): Promise<boolean> {
  let timer: number | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(() => resolve(false), ms);
  });
  try {
    return await Promise.race([promise.then(() => true), late]);
  } finally {
    clearTimeout(timer);
  }
}
