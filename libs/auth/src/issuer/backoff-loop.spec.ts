import { Logger } from '@nestjs/common';
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
  const said = ['warn', 'log'].map((level) => jest.spyOn(Logger.prototype, level as 'warn').mockImplementation());
  const facts = { times: 0, fails: false };
  const work = new BackoffLoop('to count', async () => {
    facts.times += 1;
    if (facts.fails) throw new Error('no');
    return 3_000;
  });
  return { facts, work, said: () => said.map((spy) => spy.mock.calls.length) };
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
