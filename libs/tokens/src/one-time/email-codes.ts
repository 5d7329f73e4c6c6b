import { createHmac, type KeyObject, randomBytes, randomInt, timingSafeEqual } from 'node:crypto';
import { deriveKeys, Env, hashToken } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { CodeColumns } from './one-time-tokens.js';

const TOKEN_BYTES = 32;
const DIGITS = 6;

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

  /** Whether this is the code of the email. Blanks are ignored. Does not consume it. */
  matches({ codeTokenHash, codeHash }: CodeColumns, code: string): boolean {
    const stored = Buffer.from(codeHash ?? '', 'hex');
    const given = code.replace(/\s/g, '');
    const digests = this.keys.map((key) => digestOf(key, codeTokenHash ?? '', given));
    return digests.some((digest) => digest.length === stored.length && timingSafeEqual(digest, stored));
  }
}

/** The token is part of it, so that a code does not fit another row. */
function digestOf(key: KeyObject, codeTokenHash: string, code: string): Buffer {
  return createHmac('sha256', key).update(`${codeTokenHash} ${code}`).digest();
}
