import type { Server } from 'node:http';
import { constants } from 'node:os';
import { setTimeout as sleep, setImmediate as turn } from 'node:timers/promises';
import { Env } from '@app/config';
import { Database } from '@app/database';
import { stopTracing } from '@app/tracing';
import { type INestApplication, Logger } from '@nestjs/common';
import { Draining } from './health/health.controller.js';

const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP'] as const;
/** Together with the delay, shorter than the grace period before SIGKILL: 30 s in Kubernetes; in Docker 10 s unless set longer. */
const SHUTDOWN_TIMEOUT_MS = 12_000;
/** How long the service waits at most for a moment without a new connection. */
const QUIET_TIMEOUT_MS = 1_000;
const SHORT_TURN_MS = 0.05;

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

/**
 * Closes the port in a turn of the event loop that was short and had no new connection. The operating system resets the
 * connections that it has accepted and the service has not, which happens when a turn before the end was long.
 */
async function closePort(server: Server): Promise<void> {
  let connections = 0;
  server.on('connection', () => {
    connections += 1;
  });
  const deadline = performance.now() + QUIET_TIMEOUT_MS;
  for (let quiet = false; !quiet; ) {
    const begun = performance.now();
    connections = 0;
    await turn();
    const end = performance.now();
    quiet = end > deadline || (connections === 0 && end - begun < SHORT_TURN_MS);
  }
  server.close();
}

async function close(app: INestApplication): Promise<void> {
  setTimeout(() => process.exit(0), SHUTDOWN_TIMEOUT_MS).unref();
  try {
    // Before the hooks of the modules, which wait for emails and webhooks in progress.
    await closePort(app.getHttpServer());
    await app.close();
    await stopTracing();
    process.exit(0);
  } catch (error) {
    new Logger('Shutdown').error((error as Error).message, (error as Error).stack);
    process.exit(1);
  }
}
