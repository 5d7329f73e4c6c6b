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

/**
 * How long a token lives that is issued before the time of the newest change of claims, in seconds: another change until then has
 * the same time, so that other services do not refuse the token for it.
 */
const UNSETTLED_SECONDS = 5;

/** When a token begins that is issued now, after the newest change of the claims, and when it must end. In epoch seconds. */
export function datesOf(claimsChangedAt: number, at: number): { iat: number; until: number } {
  // Other services refuse all tokens that were issued until the second of the change.
  const iat = Math.max(at, claimsChangedAt + 1);
  return { iat, until: claimsChangedAt > at ? iat + UNSETTLED_SECONDS : Number.POSITIVE_INFINITY };
}

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
    const dates = datesOf(session.claimsChangedAt, at);
    const app = appOf(session);
    const act = actOf(session);
    const claims: AccessClaims = {
      iss: this.env.baseUrl,
      sub: uid,
      ...(this.env.accessTokenAudience !== undefined && { aud: this.env.accessTokenAudience }),
      sid: sessionId,
      iat: dates.iat,
      exp: Math.min(until, dates.until, this.expiryOf(session, at)),
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
