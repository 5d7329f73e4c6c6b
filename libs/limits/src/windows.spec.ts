import { randomUUID } from 'node:crypto';
import { MemoryWindows } from './memory-windows.js';

const LIMIT = { name: 'tries', most: 3, seconds: 60 };

describe('windows in memory', () => {
  let windows: MemoryWindows;
  beforeEach(() => {
    windows = new MemoryWindows(5);
  });
  const count = (now: number, key = 'a', id: string = randomUUID()) => windows.count(key, LIMIT, id, now);

  it('let the limit through and then tell how long to wait', async () => {
    for (const now of [0, 10_000, 20_000]) expect(await count(now)).toEqual({ counted: true });
    expect(await count(20_000)).toEqual({ counted: false, waitMs: 40_000 });
    expect(await count(59_999)).toEqual({ counted: false, waitMs: 1 });
  });

  it('slide: one more for each that has grown too old', async () => {
    for (const now of [0, 10_000, 20_000]) await count(now);
    expect(await count(60_000)).toEqual({ counted: true });
    expect(await count(60_000)).toEqual({ counted: false, waitMs: 10_000 });
    expect(await count(70_000)).toEqual({ counted: true });
  });

  it('count no try that they turned away', async () => {
    for (const now of [0, 0, 0, 30_000, 59_000]) await count(now);
    expect(await count(60_000)).toEqual({ counted: true });
    expect(await count(60_000)).toEqual({ counted: true });
  });

  it('give back what was counted, and only that', async () => {
    await count(0, 'a', 'one');
    await count(0, 'a', 'two');
    await count(0, 'a', 'three');
    await windows.takeBack('a', 'two');
    await windows.takeBack('a', 'two');
    expect(await count(1)).toEqual({ counted: true });
    expect(await count(1)).toEqual({ counted: false, waitMs: 59_999 });
  });

  it('keep keys apart, and forget one alone', async () => {
    for (const key of ['a', 'a', 'a', 'b', 'b', 'b']) await count(0, key);
    await windows.forget('a');
    expect(await count(0, 'a')).toEqual({ counted: true });
    expect((await count(0, 'b')).counted).toBe(false);
  });

  it('remember so many keys and no more, those used last', async () => {
    for (const key of ['a', 'b', 'c', 'd', 'e']) for (let time = 0; time < 3; time++) await count(0, key);
    await count(0, 'a');
    await count(0, 'f');
    expect(windows.size).toBe(5);
    expect((await count(0, 'a')).counted).toBe(false);
    expect((await count(0, 'b')).counted).toBe(true);
  });
});
