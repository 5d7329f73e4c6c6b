import { setImmediate as turn } from 'node:timers/promises';
import { FairQueue, type QueuedJob } from './worker-pool.js';

const BOUNDS = { threads: 2, expensiveThreads: 1, maxWaitMs: 1_000 };

/** A queue, with the names of the started jobs in order, and a way to end each job. */
function setUp(bounds = BOUNDS) {
  const queue = new FairQueue(bounds);
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const add = (name: string, job: Partial<QueuedJob> = {}, afterwards?: () => Promise<void>) => {
    const work = () => {
      started.push(name);
      return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
    };
    return queue.run({ account: name, milliseconds: 50, expensive: false, maxOfAccount: 10, ...job }, work, afterwards);
  };
  const end = async (name: string) => {
    ends.get(name)?.();
    await turn();
  };
  return { queue, started, add, end };
}

const busy = { code: 'UNAVAILABLE', retryAfter: 2 };
const shareUsed = { code: 'TOO_MANY_REQUESTS', retryAfter: 2 };

describe('FairQueue', () => {
  it('starts one job for each thread, and the next job when one ends', async () => {
    const { queue, started, add, end } = setUp();
    const all = ['a', 'b', 'c'].map((name) => add(name));
    await turn();
    expect([started, queue.waiting]).toEqual([['a', 'b'], 1]);
    await end('a');
    expect([started, queue.waiting]).toEqual([['a', 'b', 'c'], 0]);
    await end('b');
    await end('c');
    expect(await Promise.all(all)).toEqual(['a', 'b', 'c']);
  });

  it('runs one job of an account at a time, and serves the accounts in turn', async () => {
    const { started, add, end } = setUp();
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) void add(name, { account: name.charAt(0) });
    await turn();
    expect(started).toEqual(['a1', 'b1']);
    await end('a1');
    expect(started).toEqual(['a1', 'b1', 'c1']);
    await end('b1');
    await end('a2');
    expect(started).toEqual(['a1', 'b1', 'c1', 'a2', 'a3']);
  });

  it('refuses at once more waiting jobs of an account than its limit', async () => {
    const { add } = setUp();
    const job = { account: 'a', maxOfAccount: 2 };
    for (const name of ['a1', 'a2', 'a3']) void add(name, job);
    await expect(add('a4', job)).rejects.toMatchObject(shareUsed);
    void add('b1');
  });

  it('refuses jobs of a client that would fill more of the queue than they leave free, and admits those of others', async () => {
    const { queue, add } = setUp();
    // Two jobs run. The 2,000 ms of the queue are room for 40 jobs more.
    const flood = (client: string) => {
      return Array.from({ length: 40 }, (_none, index) =>
        add(`${client}${index}`, { client }).catch(({ code }) => code),
      );
    };
    const first = flood('x');
    expect(queue.waiting).toBe(20);
    const second = flood('y');
    expect(queue.waiting).toBe(30);
    expect(await Promise.all([...first.slice(22), ...second.slice(10)])).toEqual(Array(48).fill('TOO_MANY_REQUESTS'));
    void add('z', { client: 'z' });
    void add('of no client');
    expect(queue.waiting).toBe(32);
  });

  it('admits jobs of a client again after its earlier ones have started', async () => {
    const { started, add, end } = setUp({ ...BOUNDS, threads: 1, maxWaitMs: 100 });
    const job = { client: 'x' };
    for (const name of ['a', 'b']) void add(name, job);
    await expect(add('c', job)).rejects.toMatchObject(shareUsed);
    await turn();
    await end('a');
    expect(started).toEqual(['a', 'b']);
    void add('c', job);
    await expect(add('d', job)).rejects.toMatchObject(shareUsed);
  });

  it('admits a job that takes longer than the longest wait while no other job waits', async () => {
    const { started, add } = setUp();
    for (const name of ['a', 'b']) void add(name, { milliseconds: 5_000, expensive: name === 'b' });
    await turn();
    expect(started).toEqual(['a', 'b']);
    void add('c', { milliseconds: 5_000 });
    await expect(add('d', { milliseconds: 5_000 })).rejects.toMatchObject(busy);
  });

  it('keeps threads free for other jobs while expensive jobs wait', async () => {
    const { started, add, end } = setUp({ ...BOUNDS, threads: 4, expensiveThreads: 2 });
    for (const name of ['d1', 'd2', 'd3', 'a', 'b', 'c']) void add(name, { expensive: name.startsWith('d') });
    await turn();
    expect(started).toEqual(['d1', 'd2', 'a', 'b']);
    await end('a');
    expect(started.slice(4)).toEqual(['c']);
    await end('d1');
    expect(started.slice(5)).toEqual(['d3']);
  });

  it('limits the estimated waiting time of all jobs, and of expensive jobs by their share of the threads', async () => {
    const { queue, add } = setUp();
    for (const name of ['d1', 'd2', 'd3']) void add(name, { expensive: true, milliseconds: 500 });
    await expect(add('d4', { expensive: true, milliseconds: 500 })).rejects.toMatchObject(shareUsed);
    // One short job starts beside the first expensive one; two expensive ones wait, for 1,000 ms of the 2,000 ms in all.
    for (let index = 0; index < 21; index++) void add(`a${index}`);
    expect(queue.waiting).toBe(22);
    await expect(add('late')).rejects.toMatchObject(busy);
  });

  it('frees the thread during the work after a job, but starts no other job of the account', async () => {
    const { started, add, end } = setUp({ ...BOUNDS, threads: 1 });
    let finish = () => {};
    const answered = add('a1', { account: 'a' }, () => new Promise((resolve) => (finish = resolve)));
    for (const name of ['a2', 'b1']) void add(name, { account: name.charAt(0) });
    await turn();
    await end('a1');
    expect(started).toEqual(['a1', 'b1']);
    await end('b1');
    expect(started).toEqual(['a1', 'b1']);
    finish();
    expect(await answered).toBe('a1');
    await turn();
    expect(started).toEqual(['a1', 'b1', 'a2']);
  });

  it('runs the next job of an account after a failed one', async () => {
    const queue = new FairQueue({ ...BOUNDS, threads: 1 });
    const job = { account: 'a', milliseconds: 50, expensive: true, maxOfAccount: 10 };
    const failed = queue.run(job, () => Promise.reject(new Error('no')));
    const next = queue.run(job, async () => 'done');
    await expect(failed).rejects.toThrow('no');
    expect(await next).toBe('done');
    expect(queue.waiting).toBe(0);
  });
});
