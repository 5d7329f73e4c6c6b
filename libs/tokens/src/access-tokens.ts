import { randomUUID } from 'node:crypto';
import { ACCESS_TYPE, type AccessClaims } from '@app/auth';
import { Env } from '@app/config';
import { Injectable } from '@nestjs/common';
import { actOf } from './act-claim.js';
import { signJws } from './jws.js';
import { SigningKeys } from './keys/signing-keys.js';
import type { Session, SessionOwner } from './sessions/session.entity.js';
import { longestLife, provedAt } from './sessions/session-store.js';

/** What an access token says about its session. */
export type TokenFacts = Pick<SessionOwner, 'uid' | 'claims' | 'claimsChangedAt'> &
  Pick<
    Session,
    | 'sessionId'
    | 'createdAt'
    | 'expiresAt'
    | 'authTime'
    | 'factorTime'
    | 'amr'
    | 'acr'
    | 'idp'
    | 'maxTtl'
    | 'impersonator'
    | 'actName'
  >;

/** Issues access tokens. Every service with the public keys can verify them: see the auth library. */
@Injectable()
export class AccessTokens {
  constructor(
    private readonly env: Env,
    private readonly keys: SigningKeys,
  ) {}

  /**
   * The token, and its expiry in seconds since the UNIX epoch.
   * @param at a time at which the session had its claims, for certain
   * @param until when the token expires at the latest
   */
  issue(session: TokenFacts, at: number, until = Number.POSITIVE_INFINITY): { token: string; expiry: number } {
    const { uid, sessionId, amr, acr, idp } = session;
    // Other services refuse all tokens that were issued until the second of the change.
    const iat = Math.max(at, session.claimsChangedAt + 1);
    const app = appOf(session);
    const act = actOf(session);
    const claims: AccessClaims = {
      iss: this.env.baseUrl,
      sub: uid,
      ...(this.env.accessTokenAudience !== undefined && { aud: this.env.accessTokenAudience }),
      sid: sessionId,
      iat,
      exp: Math.min(until, this.expiryOf(session, at)),
      jti: randomUUID(),
      typ: 'access',
      auth_time: provedAt(session),
      amr: amr === '' ? [] : amr.split(' '),
      acr,
      ...(idp !== null && { idp }),
      ...(act && { act }),
      ...(app && { app }),
    };
    return { token: signJws(claims, this.keys.signer(), ACCESS_TYPE), expiry: claims.exp };
  }

  /**
   * No token outlives the longest life of its session. Not from `iat`, which changes of claims may have moved ahead: services
   * forget a change after the life of a token. That of an administrator who acts as the user lives as long as its session.
   */
  private expiryOf(session: TokenFacts, at: number): number {
    if (session.impersonator !== null) return session.expiresAt;
    return Math.min(at + this.env.accessTokenTtl, longestLife(session, this.env));
  }
}

/** The claim `app`: undefined for a user without claims. */
function appOf({ claims }: TokenFacts): AccessClaims['app'] {
  const app: AccessClaims['app'] = claims === '{}' ? {} : JSON.parse(claims);
  return Object.keys(app ?? {}).length === 0 ? undefined : app;
}
