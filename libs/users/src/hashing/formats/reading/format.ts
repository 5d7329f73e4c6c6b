import type { Argon2Cost } from '@app/config';
import type { Argon2Engine } from '../../engines/argon2-engine.js';
import type { BcryptEngine } from '../../engines/bcrypt-engine.js';

/** What is wrong with a hash. The message completes the sentence "The password hash …". */
export class FormatProblem extends Error {}

export function demand(fulfilled: boolean, what: string): asserts fulfilled {
  if (!fulfilled) throw new FormatProblem(what);
}

/** The engines of a hashing thread. */
export interface Engines {
  bcrypt: BcryptEngine;
  argon2: Argon2Engine;
}

/** A hash that can be verified as it is stored. */
export interface ReadHash {
  /** An upper bound of the time to verify it, in steps of bcrypt. */
  steps: number;
  verify: (password: string, engines: Engines) => boolean | Promise<boolean>;
}

/** The plain or salted digest of a password. Such a digest is never stored: it is the input of a new hash. */
export interface WeakDigest {
  algorithm: 'md5' | 'sha1' | 'sha256' | 'sha512';
  /** The bytes before and after the password in the input of the digest. */
  before: Buffer;
  after: Buffer;
  digest: Buffer;
}

/** What all rows of the table have. */
interface Row {
  name: string;
  /** The beginning of its texts, or their whole form where they have no prefix of their own. */
  prefix: RegExp;
  /** The bounds that an import checks, in words. */
  bounds: string;
  /** Where the format is published. */
  source: string;
}

/** A format whose texts are stored as they are. */
export interface StoredFormat extends Row {
  kind: 'stored';
  read: (text: string) => ReadHash;
  /** Checks of an import that stored hashes do not need. @param own the cost of new hashes of argon2id */
  check?: (text: string, own: Argon2Cost) => void;
}

/** A format whose texts are stored in another format of the table. */
export interface RewrittenFormat extends Row {
  kind: 'rewritten';
  /** The name of the other format. */
  into: string;
  rewrite: (text: string) => string;
}

/** A format that is too weak to be stored. */
export interface WeakFormat extends Row {
  kind: 'weak';
  digest: (text: string) => WeakDigest;
}

export type HashFormat = StoredFormat | RewrittenFormat | WeakFormat;

/** A row whose parser and verifier agree on the type of the parameters. All functions throw a `FormatProblem`. */
export function stored<P>({
  parse,
  steps,
  verify,
  ...row
}: Row & {
  parse: (text: string) => P;
  steps: (parameters: P) => number;
  verify: (parameters: P, password: string, engines: Engines) => boolean | Promise<boolean>;
  check?: (text: string, own: Argon2Cost) => void;
}): StoredFormat {
  const read = (text: string): ReadHash => {
    const parameters = parse(text);
    return { steps: steps(parameters), verify: (password, engines) => verify(parameters, password, engines) };
  };
  return { ...row, kind: 'stored', read };
}

export function rewritten(row: Omit<RewrittenFormat, 'kind'>): RewrittenFormat {
  return { ...row, kind: 'rewritten' };
}

export function weak(row: Omit<WeakFormat, 'kind'>): WeakFormat {
  return { ...row, kind: 'weak' };
}
