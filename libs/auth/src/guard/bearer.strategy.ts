import type { KeyObject } from 'node:crypto';
import { ApiError } from '@app/errors';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { AUTH_OPTIONS, type AuthOptions } from './auth.options.js';
import { bearerToken } from './bearer-token.js';
import { ACCESS_ALGORITHM, type AccessClaims, type CallerIdentity, readAccessClaims } from './claims.js';
import { VerifiedTokens } from './verified-tokens.js';

/** The longest token that is looked at: ours are about 400 characters long. */
const MAX_TOKEN_LENGTH = 4_096;

/** Verifies access tokens in `Authorization: Bearer …` (RFC 6750), by the public key that their `kid` names. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    @Inject(AUTH_OPTIONS) private readonly options: AuthOptions,
    private readonly verified: VerifiedTokens,
  ) {
    super({
      jwtFromRequest: bearerToken,
      passReqToCallback: true,
      algorithms: [ACCESS_ALGORITHM],
      issuer: options.issuer,
      // The expiry is checked in validate(), by the same clock that issued the token.
      ignoreExpiration: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: (error: unknown, key?: string) => void) => {
        try {
          // The types know keys as text only; a KeyObject spares parsing it for each request.
          done(null, requireKey(options.keys.publicKey(keyIdOf(token))) as unknown as string);
        } catch (error) {
          done(error);
        }
      },
    });
  }

  validate(request: { headers: { authorization?: string } }, payload: Partial<AccessClaims>): CallerIdentity | false {
    const claims = readAccessClaims(payload, this.options.now());
    if (!claims) return false;
    const caller = { uid: claims.sub, sessionId: claims.sid, claims };
    this.remember(bearerToken(request) ?? '', caller);
    return caller;
  }

  private remember(token: string, caller: CallerIdentity): void {
    const kid = keyIdOf(token);
    this.verified.add(token, caller, kid, requireKey(this.options.keys.publicKey(kid)));
  }
}

/** The `kid` of the header, and nothing else of it: keys that a token brings along (`jwk`, `jku`, `x5u`) never count. */
function keyIdOf(token: string): string {
  if (token.length > MAX_TOKEN_LENGTH) return '';
  try {
    const header: unknown = JSON.parse(Buffer.from(token.slice(0, token.indexOf('.')), 'base64url').toString('utf8'));
    const { kid, crit } = header as { kid?: unknown; crit?: unknown };
    return typeof kid === 'string' && crit === undefined ? kid : '';
  } catch {
    return '';
  }
}

function requireKey(key: KeyObject | undefined): KeyObject {
  if (key === undefined) throw new ApiError('NOT_AUTHENTICATED');
  return key;
}
