import type { Socket } from 'node:net';
import type { DataSource } from 'typeorm';

/** Our statements take milliseconds: a server that says nothing for this long in the middle of one is lost. */
const SILENCE_MS = 8_000;

interface Connection {
  stream: Socket;
}

/** What is used of the pool of mysql2. */
interface Pool {
  on(event: 'acquire' | 'release', listener: (connection: Connection) => void): unknown;
}

/**
 * Gives up connections on which an answer does not come. TCP alone would wait for a quarter of an hour, and every
 * request with it, when a cable is out or the server's machine has died. The time runs from what was sent or received
 * last, also while a connection lies idle: then its end means nothing.
 */
export function endSilence({ driver }: DataSource): void {
  const { pool } = driver as unknown as { pool: Pool };
  const working = new Set<Connection>();
  const known = new WeakSet<Connection>();
  pool.on('acquire', (connection) => {
    working.add(connection);
    if (known.has(connection)) return;
    known.add(connection);
    const { stream } = connection;
    stream.setTimeout(SILENCE_MS, () => working.has(connection) && giveUp(stream));
    stream.once('close', () => working.delete(connection));
  });
  pool.on('release', (connection) => working.delete(connection));
}

function giveUp(stream: Socket): void {
  stream.destroy(Object.assign(new Error('the database does not answer'), { code: 'ETIMEDOUT' }));
}
