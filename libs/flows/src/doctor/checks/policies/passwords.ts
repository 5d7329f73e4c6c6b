import { createHash } from 'node:crypto';
import { opendir } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import type { BreachSource } from '@app/config';
import { parseRange, readRange } from '@app/users';
import { type Check, type Finding, fail, ok, warn } from '../check.js';

const RANGES = 16 ** 5;
const RANGE_FILE = /^[0-9A-F]{5}\.txt$/;
/** The SHA-1 digest of "password", which every list of breached passwords contains. */
const KNOWN = createHash('sha1').update('password').digest('hex').toUpperCase();
const MIB = 1_024;

/** Checks that the list of breached passwords can be read and contains a well-known one. */
export const breachedPasswords: Check = {
  name: 'breaches',
  settings: ['PASSWORD_BREACH', 'PASSWORD_BREACH_MIN', 'PASSWORD_BREACH_STRICT', 'NODE_ENV'],
  run: async ({ env: { breach } }) => {
    const { source, strict } = breach;
    if (source === undefined) return ok('PASSWORD_BREACH=off: new passwords are not compared with breached ones');
    const found = await inspect(source);
    // Otherwise the service refuses all new passwords, or those of the missing ranges.
    return strict ? found.map((each) => (each.status === 'warn' ? { ...each, status: 'fail' } : each)) : found;
  },
};

async function inspect(source: BreachSource): Promise<Finding[]> {
  const place = source.kind === 'url' ? new URL(source.url).host : source.path;
  const cure =
    source.kind === 'url'
      ? 'open the way to it, or correct PASSWORD_BREACH: 5 hexadecimal digits are appended to the URL'
      : 'let the official downloader of Pwned Passwords write this folder, with a file for each range';
  const missing = source.kind === 'folder' ? await missingFiles(source.path, cure) : [];
  try {
    const range = parseRange(await readRange(source, KNOWN.slice(0, 5)), 1);
    if (range.has(KNOWN.slice(5))) return missing.length > 0 ? missing : ok(`${place} lists breached passwords`);
    return [...missing, ...fail(`${place} does not list the password "password", as every such list does`, cure)];
  } catch (error) {
    return [...missing, ...warn(`${place} cannot be used: ${(error as Error).message}`, cure)];
  }
}

async function missingFiles(folder: string, cure: string): Promise<Finding[]> {
  const present = new Uint8Array(RANGES);
  let count = 0;
  try {
    for await (const { name } of await opendir(folder, { bufferSize: 4_096 })) {
      if (!RANGE_FILE.test(name)) continue;
      present[Number.parseInt(name, 16)] = 1;
      count += 1;
    }
  } catch (error) {
    return warn(`${folder} cannot be read: ${(error as NodeJS.ErrnoException).code}`, cure);
  }
  if (count === RANGES) return [];
  const first = present.indexOf(0).toString(16).toUpperCase().padStart(5, '0');
  return warn(`${folder} lacks ${RANGES - count} of ${RANGES} files, the first is ${first}.txt`, cure);
}

/** Checks that the hashing threads find enough memory. */
export const passwordHashes: Check = {
  name: 'hashes',
  settings: ['PASSWORD_HASH', 'BCRYPT_COST', 'ARGON2_MEMORY', 'ARGON2_PASSES'],
  run: async ({ env: { passwordHash, bcryptCost, argon2 } }) => {
    if (passwordHash === 'bcrypt') return ok(`new passwords are hashed with bcrypt, cost ${bcryptCost}`);
    const threads = availableParallelism();
    const needed = Math.ceil((threads * argon2.memory) / MIB);
    const free = Math.floor(process.availableMemory() / MIB / MIB);
    const found = `new passwords are hashed with argon2id, ${argon2.memory} KiB, ${argon2.passes} passes: ${threads} threads need up to ${needed} MiB`;
    if (needed <= free) return ok(found);
    return warn(`${found}, and only ${free} MiB are free`, 'lower ARGON2_MEMORY, or provide more memory');
  },
};
