import { ACCESS_ALGORITHM, type AccessClaims } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { JwtService } from '@nestjs/jwt';
import { v4 as uuidv4 } from 'uuid';
import { SigningKeys } from './keys/signing-keys.js';
import type { Session } from './session.entity.js';

/** Writes access tokens. Whoever has the public keys can read them: see the auth lib. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
    private readonly jwt: JwtService,
    private readonly clock: Clock,
    private readonly keys: SigningKeys,
  ) {}

  /** The token, and when it expires in seconds since the UNIX epoch. */
  issue({ uid, sessionId }: Pick<Session, 'uid' | 'sessionId'>): {
    token: string;
    expiry: number;
  } {
    const { kid, privateKey } = this.keys.signer();
    const now = this.clock.now();
    const claims: AccessClaims = {
      iss: this.env.baseUrl,
      sub: uid,
      sid: sessionId,
      iat: now,
      exp: now + this.env.accessTokenTtl,
      jti: uuidv4(),
      typ: 'access',
    };
    return {
      token: this.jwt.sign(claims, {
        algorithm: ACCESS_ALGORITHM,
        keyid: kid,
        privateKey,
      }),
      expiry: claims.exp,
    };
  }
}
