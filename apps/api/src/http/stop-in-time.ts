/** Whoever runs us waits so long before they kill: Docker 10 seconds, Kubernetes 30. */
const LONGEST_STOP_MS = 12_000;
/** 128 and the number of the signal, as shells have it. */
const ENDED_BY: Record<'SIGTERM' | 'SIGINT', number> = { SIGINT: 130, SIGTERM: 143 };

/**
 * At the first signal the application stops by itself: it takes no more connections and finishes what it has begun. What
 * is not finished then is cut off. A second signal ends it at once.
 */
export function stopInTime(): void {
  let stopping = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) process.exit(ENDED_BY[signal]);
    stopping = true;
    setTimeout(() => process.exit(0), LONGEST_STOP_MS).unref();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
