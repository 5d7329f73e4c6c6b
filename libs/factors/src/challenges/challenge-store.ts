import { randomBytes } from 'node:crypto';
import { Env, hashToken, SecretBox } from '@app/config';
import { Clock, Database, isOrphan } from '@app/database';
import { ApiError } from '@app/errors';
import { Injectable } from '@nestjs/common';
import { type FindOptionsWhere, In, IsNull, LessThan, MoreThan, Not } from 'typeorm';
import { Challenge, type ChallengePurpose } from './challenge.entity.js';
import { REVOKED } from './challenge-revocation.js';

const TOKEN_BYTES = 32;

/** Why a token has no open challenge, for the log. */
export const NO_OPEN_CHALLENGE = 'unknown, used or expired token, or one without tries';

/** How often an answer to a challenge may be wrong. */
const MOST_TRIES = 5;

const COUNT_TRY = `UPDATE challenges SET attempts = attempts + 1
  WHERE token_hash = ? AND attempts < ${MOST_TRIES} AND used_at IS NULL AND expires_at > ?`;

/** A sign-in that an external provider vouches for: the identity and the session there, where they are known. */
export type VouchedFor = Pick<Challenge, 'idp' | 'identityKey' | 'idpSid'>;

const BY_NO_PROVIDER: VouchedFor = { idp: null, identityKey: null, idpSid: null };

export interface NewChallenge<T> {
  purpose: ChallengePurpose;
  uid: string | null;
  /** The session in which it begins, with which it ends. */
  sessionId?: string | null;
  vouchedFor?: VouchedFor;
  /** What the service needs to know when the challenge is used. Stored sealed. */
  data: T;
  /** In seconds. */
  lifetime: number;
  /** A random token that the client already has, in place of a new one. */
  token?: string;
}

/** The token of a new challenge, and when it expires, in seconds since the UNIX epoch. */
export interface IssuedChallenge {
  token: string;
  expiresAt: number;
}

/** A challenge with its content. */
export interface OpenChallenge<T> {
  key: string;
  purpose: ChallengePurpose;
  uid: string | null;
  data: T;
}

/** One-time challenges: 256 random bits, stored as their SHA-256, used by one conditional update. */
@Injectable()
export class ChallengeStore {
  private readonly box: SecretBox;

  constructor(
    env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.box = new SecretBox(env, 'challenges');
  }

  /**
   * Stores a new challenge. Only this call returns its token.
   * @throws {ApiError} USER_NOT_FOUND when the user was deleted in the meantime
   */
  async create<T>({
    purpose,
    uid,
    sessionId = null,
    vouchedFor = BY_NO_PROVIDER,
    data,
    lifetime,
    ...given
  }: NewChallenge<T>): Promise<IssuedChallenge> {
    const token = given.token ?? randomBytes(TOKEN_BYTES).toString('base64url');
    const key = hashToken(token);
    const now = this.clock.now();
    const times = { createdAt: now, expiresAt: now + lifetime, usedAt: null };
    const sealed = this.box.seal(JSON.stringify(data), key);
    const row = { tokenHash: key, purpose, uid, sessionId, ...vouchedFor, sealed, attempts: 0, ...times };
    await this.database.insert(Challenge, [row]).catch((cause: unknown) => {
      throw isOrphan(cause) ? new ApiError('USER_NOT_FOUND', undefined, { cause }) : cause;
    });
    return { token, expiresAt: times.expiresAt };
  }

  /** A challenge that can be used; undefined when it is unknown, used, expired, without tries, or for another purpose. */
  async find<T>(token: string, ...purposes: ChallengePurpose[]): Promise<OpenChallenge<T> | undefined> {
    const usable = { usedAt: IsNull(), attempts: LessThan(MOST_TRIES), expiresAt: MoreThan(this.clock.now()) };
    return this.open<T>({ tokenHash: hashToken(token), purpose: In(purposes), ...usable });
  }

  /** A challenge that was used, with what `keep()` has kept; undefined when there is none. */
  findUsed<T>(token: string, ...purposes: ChallengePurpose[]): Promise<OpenChallenge<T> | undefined> {
    return this.open<T>({ tokenHash: hashToken(token), purpose: In(purposes), usedAt: Not(IsNull()) });
  }

  /** Counts a try before it is checked. False when the challenge has no try left, is used or expired. */
  async countTry({ key }: OpenChallenge<unknown>): Promise<boolean> {
    return (await this.database.change(COUNT_TRY, [key, this.clock.now()])) === 1;
  }

  /** Consumes a challenge, in one conditional update: of several parallel requests only one succeeds. */
  async consume({ key }: Pick<OpenChallenge<unknown>, 'key'>): Promise<boolean> {
    const now = this.clock.now();
    const unused = { tokenHash: key, usedAt: IsNull(), expiresAt: MoreThan(now) };
    const { affected } = await this.database.repo(Challenge).update(unused, { usedAt: now });
    return affected === 1;
  }

  /** Replaces the content of a challenge, and keeps its row for this time, in seconds. A used one stays used. */
  async keep<T>({ key }: OpenChallenge<unknown>, data: T, lifetime: number): Promise<void> {
    const kept = { sealed: this.box.seal(JSON.stringify(data), key), expiresAt: this.clock.now() + lifetime };
    await this.database.repo(Challenge).update({ tokenHash: key }, kept);
  }

  /** The user of a challenge that `ChallengeRevocation` has ended, until its row is removed; undefined for any other token. */
  async findRevoked(token: string, purpose: ChallengePurpose): Promise<string | undefined> {
    const revoked = { tokenHash: hashToken(token), purpose, expiresAt: REVOKED };
    return (await this.database.repo(Challenge).findOneBy(revoked))?.uid ?? undefined;
  }

  private async open<T>(which: FindOptionsWhere<Challenge>): Promise<OpenChallenge<T> | undefined> {
    const found = await this.database.repo(Challenge).findOneBy(which);
    const opened = found && this.box.open(found.sealed, found.tokenHash);
    return opened
      ? { key: found.tokenHash, purpose: found.purpose, uid: found.uid, data: JSON.parse(opened.text) }
      : undefined;
  }
}
