import { randomUUID } from 'node:crypto';
import { MemoryWindows } from './windows.js';

const LIMIT = { name: 'tries', most: 3, seconds: 60, keys: 5 };

describe('MemoryWindows', () => {
  let windows: MemoryWindows;
  beforeEach(() => {
    windows = new MemoryWindows();
  });
  const count = (at: number, key = 'a') => windows.count(LIMIT, key, { id: randomUUID(), at });

  it('counts up to the limit and then returns the time to wait', async () => {
    for (const at of [0, 10_000, 20_000]) expect(await count(at)).toEqual({ counted: true });
    expect(await count(20_000)).toEqual({ counted: false, waitMs: 40_000 });
    expect(await count(59_999)).toEqual({ counted: false, waitMs: 1 });
  });

  it('accepts one more count for each count that expires', async () => {
    for (const at of [0, 10_000, 20_000]) await count(at);
    expect(await count(60_000)).toEqual({ counted: true });
    expect(await count(60_000)).toEqual({ counted: false, waitMs: 10_000 });
    expect(await count(70_000)).toEqual({ counted: true });
  });

  it('never accepts more counts than the limit within any window, at random times', async () => {
    const counted: number[] = [];
    for (let at = 0; at < 2_000_000; at += Math.floor(Math.random() * 15_000)) {
      if ((await count(at)).counted) counted.push(at);
    }
    expect(counted.length).toBeGreaterThan(30);
    for (let index = 3; index < counted.length; index++) {
      expect((counted[index] ?? 0) - (counted[index - 3] ?? 0)).toBeGreaterThanOrEqual(60_000);
    }
  });

  it('never accepts more counts than the limit in parallel', async () => {
    const outcomes = await Promise.all(Array.from({ length: 50 }, () => count(0)));
    expect(outcomes.filter(({ counted }) => counted)).toHaveLength(3);
  });

  it('does not count a refused request', async () => {
    for (const at of [0, 0, 0, 30_000, 59_000]) await count(at);
    expect(await count(60_000)).toEqual({ counted: true });
    expect(await count(60_000)).toEqual({ counted: true });
  });

  it('takeBack removes only the given count', async () => {
    for (const at of [0, 1, 2]) await count(at);
    await windows.takeBack(LIMIT, 'a', { id: '', at: 1 });
    await windows.takeBack(LIMIT, 'a', { id: '', at: 1 });
    expect(await count(3)).toEqual({ counted: true });
    expect(await count(4)).toEqual({ counted: false, waitMs: 59_996 });
  });

  it('removes a key together with its last count', async () => {
    await count(0);
    await windows.takeBack(LIMIT, 'a', { id: '', at: 0 });
    expect(windows.size).toBe(0);
  });

  it('keeps the counts in order after the system clock was set back', async () => {
    for (const at of [50_000, 0, 20_000]) await count(at);
    expect(await count(50_000)).toEqual({ counted: false, waitMs: 10_000 });
    expect(await count(60_000)).toEqual({ counted: true });
    expect(await count(60_000)).toEqual({ counted: false, waitMs: 20_000 });
  });

  it('resets one key without changing another', async () => {
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b']) await count(0, key);
    await windows.reset(LIMIT, 'a');
    expect(await count(0, 'a')).toEqual({ counted: true });
    expect((await count(0, 'b')).counted).toBe(false);
  });

  it('a sweep removes only expired keys', async () => {
    for (const key of ['a', 'b', 'b', 'b']) await count(0, key);
    await count(30_000, 'c');
    windows.sweep(59_999);
    expect(windows.size).toBe(3);
    windows.sweep(60_000);
    expect(windows.size).toBe(1);
  });
});

describe('a full store of MemoryWindows', () => {
  const FLOOD = 20_000;
  const flooded = { name: 'flooded', most: 10, seconds: 900, keys: 10_000 };
  const other = { ...flooded, name: 'other' };
  let windows: MemoryWindows;
  beforeEach(() => {
    windows = new MemoryWindows();
  });
  const count = (limit: typeof flooded, key: string, at = 0) => windows.count(limit, key, { id: '', at });
  async function lock(limit: typeof flooded, key: string): Promise<void> {
    for (let time = 0; time < limit.most; time++) await count(limit, key);
  }
  const isLocked = async (limit: typeof flooded, key: string, at = 0) => !(await count(limit, key, at)).counted;

  it('keeps the locks of all limits when 20,000 new keys are counted', async () => {
    await lock(flooded, 'victim');
    await lock(other, 'victim');
    await count(other, 'below its limit');
    for (let index = 0; index < FLOOD; index++) await count(flooded, `flood ${index}`, 1);
    expect(await isLocked(flooded, 'victim', 1)).toBe(true);
    expect(await isLocked(other, 'victim', 1)).toBe(true);
    expect(windows.size).toBe(flooded.keys + 2);
  });

  it('drops the key with the oldest last count that is below its limit', async () => {
    const limit = { ...flooded, keys: 3 };
    await count(limit, 'a', 0);
    await count(limit, 'b', 1);
    await lock(limit, 'locked');
    await count(limit, 'a', 2);
    await count(limit, 'new', 3);
    expect(windows.size).toBe(3);
    for (let time = 0; time < limit.most - 2; time++) await count(limit, 'a', 4);
    expect(await isLocked(limit, 'a', 4)).toBe(true);
    expect(await isLocked(limit, 'locked', 4)).toBe(true);
  });

  it('drops expired keys first, also locked ones', async () => {
    const limit = { ...flooded, keys: 2 };
    await lock(limit, 'expired');
    await count(limit, 'a', 900_000 - 1);
    await count(limit, 'b', 900_000);
    for (let time = 1; time < limit.most; time++) await count(limit, 'a', 900_000);
    expect(await isLocked(limit, 'a', 900_000)).toBe(true);
  });

  it('still counts new keys when all keys are locked, and drops the oldest lock', async () => {
    const limit = { ...flooded, keys: 100, most: 2 };
    for (let index = 0; index < 300; index++) {
      await count(limit, `lock ${index}`);
      await count(limit, `lock ${index}`);
    }
    expect(windows.size).toBeLessThanOrEqual(100);
    const turns = [];
    for (let time = 0; time < 5; time++) turns.push(await count(limit, 'x'), await count(limit, 'y'));
    expect(turns.filter(({ counted }) => counted)).toHaveLength(4);
  });
});
