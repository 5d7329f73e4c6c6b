/** Must be shorter than the grace period before SIGKILL: 30 s in Kubernetes; in Docker 10 s unless set longer. */
const SHUTDOWN_TIMEOUT_MS = 12_000;
/** 128 plus the number of the signal, the convention of shells. */
const EXIT_CODES: Record<'SIGTERM' | 'SIGINT', number> = { SIGINT: 130, SIGTERM: 143 };

/**
 * Limits the time of a graceful shutdown. At the first signal Nest closes the application; after the timeout the process
 * exits anyway. A second signal ends the process at once.
 */
export function limitShutdownTime(): void {
  let stopping = false;
  const onSignal = (signal: 'SIGTERM' | 'SIGINT') => {
    if (stopping) process.exit(EXIT_CODES[signal]);
    stopping = true;
    setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
  };
  process.on('SIGTERM', onSignal).on('SIGINT', onSignal);
}
