// Loaded before the service (`node --import`), so that a test can run its periodic work at once.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const { setInterval } = globalThis;
  const periodic = [];
  globalThis.setInterval = (work, ...more) => {
    periodic.push(work);
    return setInterval(work, ...more);
  };
  process.on('message', ({ runIntervals }) => {
    if (runIntervals === undefined) return;
    for (const work of periodic) work();
    process.send({ ran: periodic.length });
  });
  process.channel.unref();
}
