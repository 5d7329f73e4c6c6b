// Measures how soon the service is ready, and how much memory it needs without requests: node bench/start.mjs (after
// npm run build).
// On SQLite, with a new file each time. SECONDS=… sets another idle time.
import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, rounded } from './support/figures.mjs';
import { createDatabase, startService } from './support/service.mjs';

const STARTS = 5;
const IDLE_SECONDS = Number(process.env.SECONDS ?? 90);

/** Starts the service, keeps it idle for some seconds, and stops it. */
async function start(seconds) {
  const database = await createDatabase();
  const begun = performance.now();
  const service = await startService(database);
  try {
    const ready = performance.now() - begun;
    const atOnce = service.megabytes();
    await sleep(seconds * 1_000);
    return { ready, atOnce, idle: service.megabytes() };
  } finally {
    await service.stop();
    await database.remove();
  }
}

const times = [];
for (let round = 0; round < STARTS; round++) times.push((await start(0)).ready);
console.log(`ready after ${rounded(quantile(times, 0.5), 0)} ms, the median of ${STARTS} starts`);
const { atOnce, idle } = await start(IDLE_SECONDS);
console.log(`RSS ${atOnce} MB when it is ready, ${idle} MB after ${IDLE_SECONDS} s without a request`);
