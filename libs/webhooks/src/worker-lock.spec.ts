import { setTimeout as sleep } from 'node:timers/promises';
import { WorkerLock } from './dispatcher.js';

test('one piece of work runs at a time, in the order of asking', async () => {
  const lock = new WorkerLock();
  const seen: string[] = [];
  const work = (name: string, ms: number) => async () => {
    seen.push(`${name} begins`);
    await sleep(ms);
    seen.push(`${name} ends`);
    return name;
  };
  await expect(Promise.all([lock.run(work('a', 20)), lock.run(work('b', 0))])).resolves.toEqual(['a', 'b']);
  expect(seen).toEqual(['a begins', 'a ends', 'b begins', 'b ends']);
});

test('work that fails rejects for its caller alone', async () => {
  const lock = new WorkerLock();
  const failed = lock.run(() => Promise.reject(new Error('no connection')));
  const next = lock.run(async () => 'done');
  await expect(failed).rejects.toThrow('no connection');
  await expect(next).resolves.toBe('done');
});

test('other work of the process runs between two pieces', async () => {
  const lock = new WorkerLock();
  const seen: string[] = [];
  const first = lock.run(async () => {
    seen.push('first');
    setImmediate(() => seen.push('a request'));
  });
  await Promise.all([first, lock.run(async () => void seen.push('second'))]);
  expect(seen).toEqual(['first', 'a request', 'second']);
});
