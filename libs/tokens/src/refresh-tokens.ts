import { createHmac, type KeyObject, timingSafeEqual } from 'node:crypto';
import { deriveKeys, Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { encode } from './encode.js';
import type { Session } from './session.entity.js';

/** The claims of a refresh token (RFC 7519). Times in epoch seconds. */
export interface RefreshClaims {
  sub: string;
  sid: string;
  /** The generation of the session that the token can move on. */
  gen: number;
  iat: number;
  exp: number;
  typ: 'refresh';
}

/**
 * How every refresh token begins. Nobody but this service reads one, so a symmetric key is enough (HS256); and since the
 * header is always the same, no other is looked at: no token says how it wants to be verified.
 */
const HEADER = encode({ alg: 'HS256', typ: 'JWT' });

/** Writes and reads refresh tokens. Whether their session still lives is not told here. */
@Injectable()
export class RefreshTokens {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(
    env: Env,
    private readonly clock: Clock,
  ) {
    this.keys = deriveKeys(env, 'refresh-token');
  }

  issue({
    uid,
    sessionId,
    generation,
    expiresAt,
  }: Pick<Session, 'uid' | 'sessionId' | 'generation' | 'expiresAt'>): string {
    const claims: RefreshClaims = {
      sub: uid,
      sid: sessionId,
      gen: generation,
      iat: this.clock.now(),
      exp: expiresAt,
      typ: 'refresh',
    };
    const signed = `${HEADER}.${encode(claims)}`;
    return `${signed}.${signature(signed, this.keys[0])}`;
  }

  /** The claims of a token that this service issued, expired or not; undefined for any other text. */
  read(token: string): RefreshClaims | undefined {
    const [header, payload = '', given = '', ...more] = token.split('.', 4);
    if (header !== HEADER || more.length > 0) return undefined;
    const signed = `${header}.${payload}`;
    if (!this.keys.some((key) => isEqual(given, signature(signed, key)))) return undefined;
    const claims: unknown = parse(payload);
    return isRefreshClaims(claims) ? claims : undefined;
  }

  isExpired({ exp }: RefreshClaims): boolean {
    return exp <= this.clock.now();
  }
}

const CLAIMS = 6;

/** Whatever was signed with this key: these claims and no others, so the database is asked for nothing but texts and numbers. */
function isRefreshClaims(payload: unknown): payload is RefreshClaims {
  const { sub, sid, gen, iat, exp, typ } = Object(payload) as Partial<RefreshClaims>;
  const texts = [sub, sid].every((claim) => typeof claim === 'string');
  const numbers = [gen, iat, exp].every((claim) => Number.isSafeInteger(claim));
  const noMore = Object.keys(Object(payload)).length === CLAIMS;
  return typ === 'refresh' && texts && numbers && (gen as number) >= 0 && noMore;
}

/** What was signed with our key may still have been signed for another purpose, and be no JSON. */
function parse(payload: string): unknown {
  try {
    return JSON.parse(Buffer.from(payload, 'base64url').toString('utf8'));
  } catch {
    return undefined;
  }
}

function signature(text: string, key: KeyObject): string {
  return createHmac('sha256', key).update(text).digest('base64url');
}

/** In a time that does not tell where two texts begin to differ. */
function isEqual(given: string, right: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(right)];
  return one.length === other.length && timingSafeEqual(one, other);
}
