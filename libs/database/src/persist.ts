import { setTimeout as sleep } from 'node:timers/promises';
import { isContention } from './failures.js';

const CONTENTION_TRIES = 9;
const LOST_TRIES = 4;
const LOST_MS = 2_000;

/** The connection of a transaction was lost before its COMMIT was sent: the server has rolled it back, or will. */
export class LostBeforeCommit extends Error {
  constructor(readonly failure: unknown) {
    super('the connection was lost before COMMIT');
  }
}

/** Tries again, for some seconds, what surely did nothing: the database let others go first, or a connection was lost. */
export async function persist<T>(work: () => Promise<T>): Promise<T> {
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
