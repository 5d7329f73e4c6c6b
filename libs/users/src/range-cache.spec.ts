import type { Clock } from '@app/database';
import { parseRange, RangeCache } from './breached-passwords.js';

it('RangeCache drops the range that was used longest ago', async () => {
  const cache = new RangeCache({ now: () => 0 } as Clock, 2);
  const read: string[] = [];
  const get = (prefix: string) =>
    cache.get(prefix, async () => {
      read.push(prefix);
      return parseRange(Buffer.of(), 1);
    });
  for (const prefix of ['00000', '00001', '00000', '00002', '00000', '00001']) await get(prefix);
  expect(read).toEqual(['00000', '00001', '00002', '00001']);
});

it('RangeCache forgets a reading that failed', async () => {
  const cache = new RangeCache({ now: () => 0 } as Clock);
  await expect(cache.get('00000', () => Promise.reject(new Error('gone')))).rejects.toThrow('gone');
  expect(cache.last('00000')).toBeUndefined();
  expect((await cache.get('00000', async () => parseRange(Buffer.of(), 1))).size).toBe(0);
});
