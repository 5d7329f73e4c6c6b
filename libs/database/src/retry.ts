import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from '@nestjs/common';
import { isContention, isOutage, isRefusal, writeRefusal } from './driver-errors.js';

const CONTENTION_TRIES = 9;
const LOST_TRIES = 4;
const LOST_MS = 2_000;
const FIRST_PAUSE_MS = 250;
const LONGEST_PAUSE_MS = 5_000;

/** The connection of a transaction was lost before its COMMIT was sent: the server has rolled it back, or will. */
export class LostBeforeCommit extends Error {
  constructor(readonly failure: unknown) {
    super('the connection was lost before COMMIT');
  }
}

/** Repeats, for some seconds, work that did nothing: another transaction came first, or the connection was lost. */
export async function retry<T>(work: () => Promise<T>): Promise<T> {
  const begun = Date.now();
  for (let tried = 1; ; tried++) {
    try {
      return await work();
    } catch (error) {
      const lost = error instanceof LostBeforeCommit;
      const again = lost ? tried < LOST_TRIES && Date.now() - begun < LOST_MS : isContention(error);
      if (!again || tried === CONTENTION_TRIES) throw lost ? error.failure : error;
      await sleep(Math.random() * 10 * 2 ** tried);
    }
  }
}

/** How long to wait for a database. */
interface Waiting {
  /** In milliseconds. */
  patience: number;
  signal: AbortSignal;
  /** The database, as the log names it. */
  place: string;
  logger: Logger;
}

/** Tries to connect until it succeeds, the time is over, the signal aborts, or waiting would not help. */
export async function untilReached(waiting: Waiting, connect: () => Promise<void>): Promise<void> {
  const { patience, signal, place, logger } = waiting;
  const deadline = Date.now() + patience;
  for (let pause = FIRST_PAUSE_MS; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
    try {
      return await connect();
    } catch (error) {
      const refusal = writeRefusal(error);
      const passes = isOutage(error) || isContention(error) || (refusal !== undefined && !isRefusal(error));
      if (!passes || Date.now() + pause > deadline) throw error;
      const unwritable = refusal && `refuses to write: ${refusal}`;
      const state = unwritable ?? (isContention(error) ? 'is in use by another process' : 'is out of reach');
      logger.warn(`The database ${place} ${state} (${(error as Error).message}); next try in ${pause} ms.`);
      await sleep(pause, undefined, { signal }).catch(() => undefined);
    }
  }
}
