// Measures the memory of the rate limits: node --expose-gc bench/limit-memory.mjs (after npm run build).
// Fills a store for each limit with the maximum number of keys: each counted once, as in a flood of cheap requests, and
// each counted as often as the limit allows. Prints bytes per key and megabytes for the whole store.
import { createHash } from 'node:crypto';
import { Env } from '../dist/libs/config/src/env.js';
import * as limits from '../dist/libs/limits/src/limits.js';
import { MemoryWindows } from '../dist/libs/limits/src/windows.js';

if (!globalThis.gc) throw new Error('Run it with node --expose-gc.');

function usedBytes() {
  for (let times = 0; times < 3; times++) globalThis.gc();
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** As in `RateLimits`. */
const keyOf = (index) => createHash('sha256').update(String(index)).digest('base64url');

async function measure(limit, counts) {
  const before = usedBytes();
  const windows = new MemoryWindows();
  const now = Date.now();
  for (let turn = 0; turn < counts; turn++) {
    for (let index = 0; index < limit.keys; index++) {
      await windows.count(limit, keyOf(index), { id: '', at: now + turn });
    }
  }
  const bytes = usedBytes() - before;
  if (windows.size !== limit.keys) throw new Error(`${windows.size} keys instead of ${limit.keys}`);
  return bytes;
}

const { rateLimits } = new Env({ NODE_ENV: 'test', AUTH_SECRET: 'a secret for measurements, 32 characters' });
const rows = [];
for (const rule of Object.values(limits)) {
  const limit = { ...rule, most: rateLimits[rule.most] };
  const [once, full] = [await measure(limit, 1), await measure(limit, limit.most)];
  rows.push({
    limit: limit.name,
    most: limit.most,
    keys: limit.keys,
    'bytes/key, once': Math.round(once / limit.keys),
    'bytes/key, full': Math.round(full / limit.keys),
    'MB, once': Math.round(once / 1e6),
    'MB, full': Math.round(full / 1e6),
  });
}
console.table(rows);
const total = (column) => rows.reduce((sum, row) => sum + row[column], 0);
console.log(`All limits together: ${total('MB, once')} MB counted once, ${total('MB, full')} MB full.`);
