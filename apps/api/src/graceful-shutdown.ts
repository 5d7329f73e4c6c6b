import { constants } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { type INestApplication, Logger } from '@nestjs/common';
import { Draining } from './health/draining.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Together with the delay, shorter than the grace period before SIGKILL: 30 s in Kubernetes; in Docker 10 s unless set longer. */
const SHUTDOWN_TIMEOUT_MS = 12_000;

/**
 * Stops the service at a signal. First it only stops being ready, so that load balancers send requests to other replicas
 * (`SHUTDOWN_DELAY`). Then it closes its port, finishes the requests in progress, and exits; after the timeout it exits anyway.
 * Another signal ends the delay; one after the delay ends the process at once.
 */
export function stopAtSignal(app: INestApplication): void {
  const draining = app.get(Draining);
  const delay = new AbortController();
  let closing = false;
  const onSignal = (signal: (typeof SIGNALS)[number]) => {
    // 128 plus the number of the signal is the convention of shells.
    if (closing) process.exit(128 + constants.signals[signal]);
    if (draining.begun) return delay.abort();
    draining.begin();
    void wait(app, delay.signal).then(() => {
      closing = true;
      return close(app);
    });
  };
  for (const signal of SIGNALS) process.on(signal, onSignal);
}

/** A service that was never ready receives no requests from load balancers. */
async function wait(app: INestApplication, signal: AbortSignal): Promise<void> {
  const { shutdownDelay } = app.get(Env);
  if (shutdownDelay === 0 || !app.get(Database).ready) return;
  new Logger('Shutdown').log(`Not ready any more; the port closes in ${shutdownDelay} s.`);
  await sleep(1_000 * shutdownDelay, undefined, { signal }).catch(() => undefined);
}

async function close(app: INestApplication): Promise<void> {
  setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
  try {
    // Before the hooks of the modules, which wait for emails and webhooks in progress.
    const closed = app.getHttpAdapter().close();
    await app.close();
    await closed;
    process.exit(0);
  } catch (error) {
    new Logger('Shutdown').error((error as Error).message, (error as Error).stack);
    process.exit(1);
  }
}
