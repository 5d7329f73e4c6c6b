import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';

/** Our statements take milliseconds: a server that says nothing for this long in the middle of one is lost. */
const SILENCE_MS = 8_000;

/** What is used of the pool of mysql2. */
interface Pool {
  on(event: 'acquire' | 'release', listener: (connection: { stream: Socket }) => void): unknown;
}

/**
 * Gives up connections on which an answer does not come. TCP alone would wait for a quarter of an hour, and every
 * request with it, when a cable is out or the server's machine has died.
 */
export function endSilence({ driver }: DataSource): void {
  const { pool } = driver as unknown as { pool: Pool };
  pool.on('acquire', ({ stream }) => stream.setTimeout(SILENCE_MS, giveUp));
  pool.on('release', ({ stream }) => stream.setTimeout(0, giveUp));
}

function giveUp(this: Socket): void {
  this.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}
