import { setImmediate as nextTurn, setTimeout as sleep } from 'node:timers/promises';
import { Batcher } from './rows.js';

/** Doubles numbers, lot by lot; each lot is at work until it is released. */
function doubling(lots: { most: number; atOnce?: number; slowMs?: number }) {
  const begun: number[][] = [];
  const releases: Array<(failure?: Error) => void> = [];
  const together = new Batcher<number, number>((items) => {
    begun.push(items);
    return new Promise((resolve, reject) => {
      releases.push((failure) => (failure ? reject(failure) : resolve(items.map((item) => 2 * item))));
    });
  }, lots);
  return { begun, releases, together };
}

describe('what is asked for in one turn of the event loop', () => {
  it('is done in one lot, and each gets its own result', async () => {
    const { begun, releases, together } = doubling({ most: 10 });
    const results = Promise.all([1, 2, 3].map((item) => together.do(item)));
    await nextTurn();
    expect(begun).toEqual([[1, 2, 3]]);
    releases[0]?.();
    expect(await results).toEqual([2, 4, 6]);
  });

  it('is done in lots of the most that one takes', async () => {
    const { begun, releases, together } = doubling({ most: 2 });
    const results = Promise.all([1, 2, 3, 4, 5].map((item) => together.do(item)));
    await nextTurn();
    expect(begun).toEqual([[1, 2], [3, 4], [5]]);
    for (const release of releases) release();
    expect(await results).toEqual([2, 4, 6, 8, 10]);
  });
});

it('what comes in another turn does not wait for a lot that is at work', async () => {
  const { begun, together } = doubling({ most: 10 });
  void together.do(1);
  await nextTurn();
  void together.do(2);
  await nextTurn();
  expect(begun).toEqual([[1], [2]]);
});

it('what comes while as many lots are at work as may be is the next lot', async () => {
  const { begun, releases, together } = doubling({ most: 3, atOnce: 1 });
  const results = [];
  for (const item of [1, 2, 3, 4, 5]) {
    results.push(together.do(item));
    await nextTurn();
  }
  expect(begun).toEqual([[1]]);
  releases[0]?.();
  expect(await results[0]).toBe(2);
  await nextTurn();
  expect(begun).toEqual([[1], [2, 3, 4]]);
  releases[1]?.();
  await nextTurn();
  expect(begun).toEqual([[1], [2, 3, 4], [5]]);
});

it('what comes does not wait any longer for a lot that is slow', async () => {
  const { begun, releases, together } = doubling({ most: 3, atOnce: 1, slowMs: 30 });
  const slow = together.do(1);
  await nextTurn();
  const next = together.do(2);
  await nextTurn();
  expect(begun).toEqual([[1]]);
  while (begun.length < 2) await sleep(5);
  expect(begun).toEqual([[1], [2]]);
  releases[1]?.();
  expect(await next).toBe(4);
  releases[0]?.();
  expect(await slow).toBe(2);
});

it('a lot that was slow leaves room for as many others as before', async () => {
  const { begun, releases, together } = doubling({ most: 1, atOnce: 1, slowMs: 30 });
  void together.do(1);
  await sleep(60);
  releases[0]?.();
  void together.do(2);
  void together.do(3);
  await nextTurn();
  expect(begun).toEqual([[1], [2]]);
});

it('a lot that fails fails for each of its items, and for no other; what waits is done next', async () => {
  const { begun, releases, together } = doubling({ most: 2, atOnce: 1 });
  const results = Promise.allSettled([1, 2, 3].map((item) => together.do(item)));
  await nextTurn();
  const failure = new Error('no');
  releases[0]?.(failure);
  await nextTurn();
  expect(begun).toEqual([[1, 2], [3]]);
  releases[1]?.();
  expect(await results).toEqual([
    { status: 'rejected', reason: failure },
    { status: 'rejected', reason: failure },
    { status: 'fulfilled', value: 6 },
  ]);
});
