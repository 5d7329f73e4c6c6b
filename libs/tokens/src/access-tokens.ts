import { randomUUID } from 'node:crypto';
import { ACCESS_TYPE, type AccessClaims } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { signJws } from './jws.js';
import { SigningKeys } from './keys/signing-keys.js';
import type { Session } from './sessions/session.entity.js';

/** What an access token says about its session. */
export type TokenFacts = Pick<Session, 'uid' | 'sessionId' | 'authTime' | 'amr' | 'acr' | 'idp'>;

/** Issues access tokens. Every service with the public keys can verify them: see the auth library. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
  ) {}

  /** The token, and its expiry in seconds since the UNIX epoch. */
  issue({ uid, sessionId, authTime, amr, acr, idp }: TokenFacts): { token: string; expiry: number } {
    const now = this.clock.now();
    const claims: AccessClaims = {
      iss: this.env.baseUrl,
      sub: uid,
      ...(this.env.accessTokenAudience !== undefined && { aud: this.env.accessTokenAudience }),
      sid: sessionId,
      iat: now,
      exp: now + this.env.accessTokenTtl,
      jti: randomUUID(),
      typ: 'access',
      auth_time: authTime,
      amr: amr === '' ? [] : amr.split(' '),
      acr,
      ...(idp !== null && { idp }),
    };
    return { token: signJws(claims, this.keys.signer(), ACCESS_TYPE), expiry: claims.exp };
  }
}
