import type { Argon2Cost } from '@app/config';
import { demand, type Engines, fromBase64, groups, type WeakDigest } from '../format.js';
import {
  type Argon2Parameters,
  argon2Parameters,
  argon2Steps,
  bcryptCost,
  IMPORT_LIMITS,
  isImportable,
  verifyPassword,
} from '../own-hashes.js';
import { digestOf, textOf } from './weak-digests.js';

const { memory, passes, lanes, work } = IMPORT_LIMITS;
const SALT = { min: 0, max: 64, name: 'salt' };

const ARGON2_BOUNDS =
  `v=19, m at most ${memory}, t at most ${passes}, p at most ${lanes}, m times t at most ${work}, ` +
  'or as much as the settings ARGON2_MEMORY and ARGON2_PASSES';

type Verify = (password: string, engines: Engines) => boolean | Promise<boolean>;

/** bcrypt, also the one of a long password that new hashes have. */
function parseBcrypt(text: string): { hash: string; cost: number } {
  const cost = bcryptCost(text);
  demand(cost !== undefined, 'must have a cost from 04 to 15, and 53 characters of salt and digest');
  return { hash: text, cost };
}

function verifyBcrypt({ hash }: { hash: string }, password: string, { bcrypt }: Engines): boolean {
  return verifyPassword(bcrypt, password, hash);
}

/** With the bounds of stored hashes, which may be those of the settings. */
function parseArgon2(text: string): Argon2Parameters & { hash: string } {
  const parameters = argon2Parameters(text);
  demand(parameters !== undefined, `must be a PHC string with ${ARGON2_BOUNDS}`);
  return { ...parameters, hash: text };
}

function checkArgon2(text: string, own: Argon2Cost): void {
  demand(isImportable(parseArgon2(text), own), `must have ${ARGON2_BOUNDS}`);
}

function verifyArgon2({ hash }: { hash: string }, password: string, { argon2 }: Engines) {
  return argon2.verify(password, hash);
}

/** A weak digest, hidden in a hash of ours. */
interface Wrapped {
  weak: Omit<WeakDigest, 'digest'>;
  hash: string;
  steps: number;
  verify: Verify;
}

/** The text that is stored in the place of a weak digest. @param hash a new hash of `textOf(digest)` */
export function wrappedText({ algorithm, before, after }: WeakDigest, hash: string): string {
  return `wrapped:${algorithm}:${before.toString('base64')}:${after.toString('base64')}:${hash}`;
}

function parseWrapped(text: string): Wrapped {
  const pattern = /^wrapped:(md5|sha1|sha256|sha512):([^:]*):([^:]*):(.*)$/;
  const [algorithm, before = '', after = '', hash = ''] = groups(text, pattern, 'wrapped:md5:before:after:hash');
  const weak = {
    algorithm: algorithm as WeakDigest['algorithm'],
    before: fromBase64(before, SALT),
    after: fromBase64(after, SALT),
  };
  const inner = argon2Parameters(hash);
  if (inner)
    return { weak, hash, steps: argon2Steps(inner), verify: (text, engines) => engines.argon2.verify(text, hash) };
  const { cost } = parseBcrypt(hash);
  return { weak, hash, steps: 2 ** cost, verify: (text, { bcrypt }) => verifyPassword(bcrypt, text, hash) };
}

function checkWrapped(text: string, own: Argon2Cost): void {
  const { hash } = parseWrapped(text);
  if (argon2Parameters(hash)) checkArgon2(hash, own);
}

function verifyWrapped({ weak, verify }: Wrapped, password: string, engines: Engines) {
  return verify(textOf(digestOf(weak, password)), engines);
}

export const BCRYPT = {
  bounds: 'cost 4 to 15',
  parse: parseBcrypt,
  steps: ({ cost }: { cost: number }) => 2 ** cost,
  verify: verifyBcrypt,
};

export const ARGON2 = {
  bounds: ARGON2_BOUNDS,
  parse: parseArgon2,
  steps: argon2Steps,
  verify: verifyArgon2,
  check: checkArgon2,
};

export const WRAPPED = {
  bounds: 'those of the hash inside',
  parse: parseWrapped,
  steps: ({ steps }: Wrapped) => steps,
  verify: verifyWrapped,
  check: checkWrapped,
};
