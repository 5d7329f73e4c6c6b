import { deriveKeys, Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { JwtService } from '@nestjs/jwt';
import { ownJws } from './jws.js';
import type { Admitted } from './sessions/authentication.js';
import type { Session } from './sessions/session.entity.js';

/** The claims of a refresh token (RFC 7519). Times in seconds since the UNIX epoch. */
export interface RefreshClaims {
  sub: string;
  sid: string;
  /** The generation of the session that the token was issued for. */
  gen: number;
  iat: number;
  exp: number;
  typ: 'refresh';
}

/** Issues and verifies refresh tokens. Does not check whether their session is still alive. */
@Injectable()
export class RefreshTokens {
  /** The key that signs, and those of `AUTH_SECRET_PREVIOUS`. */
  private readonly jws: [JwtService, ...JwtService[]];
  /** The token that was issued last, whose expiry the cookie of its answer asks for. */
  private last = { token: '', expiresAt: 0 };

  constructor(
    env: Env,
    private readonly clock: Clock,
  ) {
    const [key, ...previous] = deriveKeys(env, 'refresh-token');
    this.jws = [ownJws(key), ...previous.map(ownJws)];
  }

  issue({ uid, sessionId, generation, expiresAt }: Admitted<Session>): string {
    const claims: RefreshClaims = {
      sub: uid,
      sid: sessionId,
      gen: generation,
      iat: this.clock.now(),
      exp: expiresAt,
      typ: 'refresh',
    };
    const token = this.jws[0].sign(claims);
    this.last = { token, expiresAt };
    return token;
  }

  /** The claims of a token that this service issued, expired or not; undefined for any other text. */
  read(token: string): RefreshClaims | undefined {
    for (const jws of this.jws) {
      const claims = verified(jws, token);
      if (isRefreshClaims(claims)) return claims;
    }
    return undefined;
  }

  /** When a token expires that was just issued here: its signature is not verified again. */
  expiryOf(token: string): number {
    if (token === this.last.token) return this.last.expiresAt;
    const payload = token.slice(token.indexOf('.') + 1, token.lastIndexOf('.'));
    return (JSON.parse(Buffer.from(payload, 'base64url').toString()) as RefreshClaims).exp;
  }

  isExpired({ exp }: RefreshClaims): boolean {
    return exp <= this.clock.now();
  }
}

const CLAIMS = 6;

/** Accepts exactly these claims, so that only texts and numbers reach the database. */
function isRefreshClaims(payload: unknown): payload is RefreshClaims {
  const { sub, sid, gen, iat, exp, typ } = Object(payload) as Partial<RefreshClaims>;
  const texts = [sub, sid].every((claim) => typeof claim === 'string');
  const numbers = [gen, iat, exp].every((claim) => Number.isSafeInteger(claim));
  const noMore = Object.keys(Object(payload)).length === CLAIMS;
  return typ === 'refresh' && texts && numbers && (gen as number) >= 0 && noMore;
}

/** Undefined when this key has not signed the token. */
function verified(jws: JwtService, token: string): unknown {
  try {
    return jws.verify(token);
  } catch {
    return undefined;
  }
}
