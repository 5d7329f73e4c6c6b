import { Env } from '@app/config';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { wrappedText } from './formats/families/own-formats.js';
import { textOf } from './formats/families/weak-digests.js';
import { type CheckedHash, checkHash } from './formats/read-hash.js';
import { FormatProblem, type WeakDigest } from './formats/reading/format.js';
import { PasswordHasher } from './password-hasher.js';

/** The password hashes that an administrator or an import brings from another system. */
@Injectable()
export class ImportedHashes {
  constructor(
    private readonly env: Env,
    private readonly hasher: PasswordHasher,
  ) {}

  /** Checks a hash: it is stored, or wrapped first. @throws {ApiError} INVALID_HASH, with the reason */
  check(hash: string): CheckedHash {
    try {
      return checkHash(hash, this.env.argon2);
    } catch (cause) {
      if (!(cause instanceof FormatProblem)) throw cause;
      throw new ApiError('INVALID_HASH', `The password hash ${cause.message}.`, { cause });
    }
  }

  /** A new hash that hides a weak digest. @throws {ApiError} TOO_MANY_REQUESTS, UNAVAILABLE: see `FairQueue` */
  async wrap(account: string, weak: WeakDigest): Promise<string> {
    return wrappedText(weak, await this.hasher.hash(account, textOf(weak.digest)));
  }
}
