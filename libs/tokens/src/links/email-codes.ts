import { createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { deriveKeys, Env, hashToken } from '@app/config';
import { Clock, Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { In, IsNull, MoreThan } from 'typeorm';
import { type CodePurpose, Link, type LinkPurpose } from './link.entity.js';

const TOKEN_BYTES = 32;
const DIGITS = 6;
const MOST_TRIES = 5;

const COUNT_TRY = `UPDATE links SET code_attempts = code_attempts + 1
  WHERE code_token_hash = ? AND code_attempts < ${MOST_TRIES} AND used_at IS NULL`;

/** The columns of the code of an email. */
export type CodeColumns = Pick<Link, 'codeTokenHash' | 'codeHash' | 'codeExpiresAt'>;

/** A new code. Neither the code nor its token can be read again. */
export interface NewCode {
  /** For the email. */
  code: string;
  /** For the browser that requests the code: without it, the code is worth nothing (OWASP ASVS 5.0, 6.6.2). */
  codeToken: string;
  /** In seconds since the UNIX epoch. */
  expiresAt: number;
  columns: CodeColumns;
}

/** Email codes: 6 random digits, stored as an HMAC, because a plain hash of so few digits could be inverted. */
@Injectable()
export class EmailCodes {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(
    private readonly env: Env,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {
    this.keys = deriveKeys(env, 'email-code');
  }

  /** A code for an email, which the row of the email must store. */
  make(): NewCode {
    const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0');
    const codeToken = randomBytes(TOKEN_BYTES).toString('base64url');
    const codeTokenHash = hashToken(codeToken);
    const expiresAt = this.clock.now() + this.env.emailCodeTtl;
    const codeHash = digestOf(this.keys[0], codeTokenHash, code).toString('hex');
    return { code, codeToken, expiresAt, columns: { codeTokenHash, codeHash, codeExpiresAt: expiresAt } };
  }

  find(codeToken: string, purposes: readonly (LinkPurpose | CodePurpose)[]): Promise<Link | null> {
    return this.database.repo(Link).findOneBy({ codeTokenHash: hashToken(codeToken), purpose: In(purposes) });
  }

  /** Whether a code can still be tried, expired or not. Parallel requests make only `countTry()` reliable. */
  hasTries({ usedAt, codeAttempts }: Link): boolean {
    return usedAt === null && codeAttempts < MOST_TRIES;
  }

  /** Counts a try before it is checked. False when there is none left, or the email was used. */
  async countTry({ codeTokenHash }: Link): Promise<boolean> {
    return (await this.database.change(COUNT_TRY, [codeTokenHash])) === 1;
  }

  /** Whether this is the code of the email. Blanks are ignored. Does not consume it. */
  matches({ codeTokenHash, codeHash }: Link, code: string): boolean {
    const stored = Buffer.from(codeHash ?? '', 'hex');
    const given = code.replace(/\s/g, '');
    const digests = this.keys.map((key) => digestOf(key, codeTokenHash ?? '', given));
    return digests.some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored));
  }

  /** Consumes the email, and the link in it, in one conditional update: of several parallel requests only one succeeds. */
  async consume({ tokenHash }: Link): Promise<boolean> {
    const now = this.clock.now();
    const usable = { tokenHash, usedAt: IsNull(), codeExpiresAt: MoreThan(now) };
    const { affected } = await this.database.repo(Link).update(usable, { usedAt: now });
    return affected === 1;
  }
}

/** The token is part of it, so that a code does not fit another row. */
function digestOf(key: KeyObject, codeTokenHash: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${codeTokenHash} ${code}`).digest();
}
