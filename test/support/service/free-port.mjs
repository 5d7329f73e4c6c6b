import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Linux assigns ports from 32768 on to any program that asks for a free one: another program could get such a port
 * between our check and its use. So we take lower ports, and each worker of Jest has its own range.
 */
const FIRST = 12_000;
const RANGE = 4_000;
const RANGES = 5;

const start = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % RANGES) * RANGE;
let drawn = Math.floor(Math.random() * RANGE);

/** A port of the loopback address on which no program listens at this moment. */
export async function freePort() {
  for (let tries = 0; tries < RANGE; tries++) {
    drawn = (drawn + 1) % RANGE;
    const port = start + drawn;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${start} on are in use.`);
}

async function isFree(port) {
  const server = createServer().listen(port, '127.0.0.1');
  try {
    await once(server, 'listening');
  } catch {
    return false;
  }
  server.close();
  await once(server, 'close');
  return true;
}
