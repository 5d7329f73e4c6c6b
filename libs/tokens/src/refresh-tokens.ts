import type { KeyObject } from 'node:crypto';
import { deriveKeys, Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
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

/** Nobody but this service reads a refresh token, so a symmetric key is enough. */
const ALGORITHM = 'HS256';

/** Writes and reads refresh tokens. Whether their session still lives is not told here. */
@Injectable()
export class RefreshTokens {
  private readonly keys: [KeyObject, ...KeyObject[]];

  constructor(
    env: Env,
    private readonly jwt: JwtService,
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
    return this.jwt.sign(claims, {
      algorithm: ALGORITHM,
      privateKey: this.keys[0],
    });
  }

  /** The claims of a token that this service issued, expired or not; undefined for any other text. */
  read(token: string): RefreshClaims | undefined {
    for (const key of this.keys) {
      try {
        const claims: unknown = this.jwt.verify(token, {
          algorithms: [ALGORITHM],
          // The types know keys as text only; a KeyObject spares preparing it for each token.
          publicKey: key as unknown as string,
          ignoreExpiration: true,
        });
        return isRefreshClaims(claims) ? claims : undefined;
      } catch {
        // Not signed with this key: the next one, if there is one, may fit.
      }
    }
    return undefined;
  }

  isExpired({ exp }: RefreshClaims): boolean {
    return exp <= this.clock.now();
  }
}

/** Whatever was signed with this key, the database is asked for nothing but texts and numbers. */
function isRefreshClaims(payload: unknown): payload is RefreshClaims {
  const { sub, sid, gen, iat, exp, typ } = Object(payload) as Partial<RefreshClaims>;
  const texts = [sub, sid].every((claim) => typeof claim === 'string');
  const numbers = [gen, iat, exp].every((claim) => Number.isSafeInteger(claim));
  return typ === 'refresh' && texts && numbers && (gen as number) >= 0;
}
