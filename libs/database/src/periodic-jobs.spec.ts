import { AsyncLocalStorage } from 'node:async_hooks';
import { EventEmitter, once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from './database.js';
import { PeriodicJobs } from './periodic-jobs.js';

const jobs = new PeriodicJobs({ ready: true } as Database);
const OFTEN = 0.01;
const NEVER = 1_000;

/** Work that goes on until it is released, and counts its runs. */
function slowWork() {
  const ended = new EventEmitter();
  const work = {
    runs: 0,
    release: () => ended.emit('end'),
    run: async () => {
      work.runs += 1;
      await once(ended, 'end');
    },
  };
  return work;
}

afterEach(() => jobs.onApplicationShutdown());

it('a job never runs twice at once', async () => {
  const work = slowWork();
  jobs.every(OFTEN, 'to test', work.run);
  await sleep(60);
  expect(work.runs).toBe(1);
});

it('a job that says that there is more to do runs again at once', async () => {
  let runs = 0;
  const { wake } = jobs.every(NEVER, 'to test', async () => {
    runs += 1;
    return runs < 3;
  });
  wake();
  await sleep(100);
  expect(runs).toBe(3);
});

it('a job that is woken while it runs runs once more', async () => {
  const work = slowWork();
  const { wake } = jobs.every(NEVER, 'to test', work.run);
  wake();
  await sleep(100);
  wake();
  wake();
  await sleep(100);
  expect(work.runs).toBe(1);
  work.release();
  await sleep(10);
  expect(work.runs).toBe(2);
  work.release();
  await sleep(10);
  expect(work.runs).toBe(2);
});

it('a job runs outside of the context that wakes it', async () => {
  const context = new AsyncLocalStorage<string>();
  const seen: unknown[] = [];
  const { wake } = jobs.every(NEVER, 'to test', async () => void seen.push(context.getStore()));
  context.run('request', wake);
  await sleep(100);
  expect(seen).toEqual([undefined]);
});

it('the end of a job waits for its run, and it does not run again', async () => {
  const work = slowWork();
  const { wake, stop } = jobs.every(NEVER, 'to test', work.run);
  wake();
  await sleep(100);
  const seen: string[] = [];
  const stopped = stop().then(() => seen.push('stopped'));
  seen.push('released');
  wake();
  work.release();
  await stopped;
  await sleep(100);
  expect([seen, work.runs]).toEqual([['released', 'stopped'], 1]);
});
