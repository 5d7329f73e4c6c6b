import { once } from 'node:events';
import { createServer } from 'node:net';

/**
 * Linux takes the ports from 32768 on for whoever asks for any: between the look at a port here and its use, that may
 * be anybody. Below, only we draw, and each worker of Jest in a range of its own.
 */
const FIRST = 12_000;
const RANGE = 4_000;
const RANGES = 5;

const start = FIRST + (Number(process.env.JEST_WORKER_ID ?? 0) % RANGES) * RANGE;
let drawn = Math.floor(Math.random() * RANGE);

/** A port of the loopback address that nothing listens on right now. */
export async function freePort() {
  for (let tries = 0; tries < RANGE; tries++) {
    drawn = (drawn + 1) % RANGE;
    const port = start + drawn;
    if (await isFree(port)) return port;
  }
  throw new Error(`All ports from ${start} on are taken.`);
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
