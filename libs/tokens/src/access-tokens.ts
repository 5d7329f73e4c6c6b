import { type KeyObject, randomUUID, sign } from 'node:crypto';
import { ACCESS_ALGORITHM, type AccessClaims } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { Injectable } from '@nestjs/common';
import { encode } from './encode.js';
import { SigningKeys } from './keys/signing-keys.js';
import type { Session } from './session.entity.js';

/** Writes access tokens. Whoever has the public keys can read them: see the auth lib. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
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
      jti: randomUUID(),
      typ: 'access',
    };
    return { token: signed(kid, privateKey, claims), expiry: claims.exp };
  }
}

/**
 * A JSON Web Signature (RFC 7515, section 7.1; RFC 7518, section 3.4). Made here, since it is most of what a refresh costs
 * and a library looks over all claims and options first.
 */
function signed(kid: string, key: KeyObject, claims: AccessClaims): string {
  const text = `${encode({ alg: ACCESS_ALGORITHM, typ: 'JWT', kid })}.${encode(claims)}`;
  return `${text}.${sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`;
}
