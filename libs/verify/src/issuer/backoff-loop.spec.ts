import { BackoffLoop } from './backoff-loop.js';

beforeEach(() => {
  jest.useFakeTimers();
  // Without jitter: the pauses are not shortened.
  jest.spyOn(Math, 'random').mockReturnValue(0);
});
afterEach(() => {
  jest.useRealTimers();
  jest.restoreAllMocks();
});

/** A loop whose work can fail, and the counts of its log lines. */
function watched() {
  const log = { warn: jest.fn(), info: jest.fn() };
  const facts = { times: 0, fails: false, hangs: false };
  const count = async () => {
    facts.times += 1;
    if (facts.fails) throw new Error('no');
    if (facts.hangs) await new Promise(() => undefined);
    return 3_000;
  };
  const work = new BackoffLoop('to count', count, log);
  return { facts, work, said: () => [log.warn, log.info].map((spy) => spy.mock.calls.length) };
}

it('BackoffLoop runs at once, and again after the returned pause', async () => {
  const { facts, work } = watched();
  work.start();
  await jest.advanceTimersByTimeAsync(2_999);
  expect(facts.times).toBe(1);
  await jest.advanceTimersByTimeAsync(3_001);
  expect(facts.times).toBe(3);
  work.stop();
});

it('BackoffLoop shortens pauses by chance', async () => {
  jest.mocked(Math.random).mockReturnValue(1);
  const { facts, work } = watched();
  work.start();
  await jest.advanceTimersByTimeAsync(2_400);
  expect(facts.times).toBe(2);
  work.stop();
});

it('BackoffLoop doubles its pause after each failure, up to a minute, and resets it after a success', async () => {
  const { facts, work, said } = watched();
  facts.fails = true;
  work.start();
  const times: number[] = [];
  for (const seconds of [0, 1, 2, 4, 8, 16, 32, 60, 60]) {
    await jest.advanceTimersByTimeAsync(seconds * 1_000);
    times.push(facts.times);
  }
  expect(times).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9]);
  expect(said()).toEqual([1, 0]);
  facts.fails = false;
  await jest.advanceTimersByTimeAsync(60_000 + 3_000);
  expect(facts.times).toBe(11);
  expect(said()).toEqual([1, 1]);
  work.stop();
});

it.each([false, true])('BackoffLoop does not run again after stop() (during a run: %s)', async (busy) => {
  const { facts, work } = watched();
  work.start();
  if (!busy) await jest.advanceTimersByTimeAsync(0);
  work.stop();
  await jest.advanceTimersByTimeAsync(60_000);
  expect(facts.times).toBe(1);
  expect(jest.getTimerCount()).toBe(0);
});

describe('BackoffLoop without start()', () => {
  it('runs the work when a request finds it due, once for parallel requests, and lets them wait for it', async () => {
    const { facts, work } = watched();
    await Promise.all([work.catchUp(), work.catchUp()]);
    expect([facts.times, work.catchUp()]).toEqual([1, undefined]);
    await jest.advanceTimersByTimeAsync(2_999);
    expect(work.catchUp()).toBeUndefined();
    await jest.advanceTimersByTimeAsync(1);
    await work.catchUp();
    expect(facts.times).toBe(2);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('lets a request wait for a second at most, and replaces a run that does not end', async () => {
    const { facts, work } = watched();
    facts.hangs = true;
    let waited = false;
    void work.catchUp()?.then(() => {
      waited = true;
    });
    await jest.advanceTimersByTimeAsync(999);
    expect(waited).toBe(false);
    await jest.advanceTimersByTimeAsync(1);
    expect([waited, facts.times]).toEqual([true, 1]);
    facts.hangs = false;
    await jest.advanceTimersByTimeAsync(9_000);
    await work.catchUp();
    expect(facts.times).toBe(2);
  });

  it('lets only the request that begins an attempt wait while the work fails, and pauses longer after each failure', async () => {
    const { facts, work, said } = watched();
    facts.fails = true;
    await work.catchUp();
    for (const pause of [1_000, 2_000, 4_000]) {
      await jest.advanceTimersByTimeAsync(pause - 1);
      const before = facts.times;
      expect([work.catchUp(), facts.times]).toEqual([undefined, before]);
      await jest.advanceTimersByTimeAsync(1);
      const begun = work.catchUp();
      expect([work.catchUp(), facts.times]).toEqual([undefined, before + 1]);
      await begun;
    }
    expect(said()).toEqual([1, 0]);
    facts.fails = false;
    await jest.advanceTimersByTimeAsync(8_000);
    await work.catchUp();
    expect(said()).toEqual([1, 1]);
  });
});
