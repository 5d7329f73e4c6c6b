// The highest rate of password hashes of this machine: one thread for each core, each with the same bcrypt.
import { availableParallelism } from 'node:os';
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads';

if (!isMainThread) {
  const { hashSync } = await import('@node-rs/bcrypt');
  const { cost, seconds } = workerData;
  hashSync('warm up', { cost });
  parentPort.once('message', () => {
    let count = 0;
    for (const end = performance.now() + seconds * 1_000; performance.now() < end; count++)
      hashSync('a password', { cost });
    parentPort.postMessage(count);
  });
  parentPort.postMessage('ready');
}

/** Hashes a second, over all cores. */
export async function hashingRate(cost, seconds) {
  const workers = Array.from(
    { length: availableParallelism() },
    () => new Worker(new URL(import.meta.url), { workerData: { cost, seconds } }),
  );
  const said = () => Promise.all(workers.map((worker) => new Promise((done) => worker.once('message', done))));
  await said();
  const begun = performance.now();
  const counts = said();
  for (const worker of workers) worker.postMessage('go');
  const total = (await counts).reduce((sum, count) => sum + count, 0);
  const lasted = (performance.now() - begun) / 1_000;
  await Promise.all(workers.map((worker) => worker.terminate()));
  return total / lasted;
}
