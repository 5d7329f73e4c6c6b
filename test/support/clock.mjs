// Loaded before the service (`node --import`), so that a test can set its clock: the service runs as it is.
import { isMainThread } from 'node:worker_threads';

if (isMainThread && process.send) {
  const realNow = Date.now;
  let ahead = 0;
  Date.now = () => realNow() + ahead;
  process.on('message', ({ advance }) => {
    if (advance === undefined) return;
    ahead += advance * 1000;
    process.send({ advanced: true });
  });
  process.channel.unref();
}
