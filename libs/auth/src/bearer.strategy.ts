import type { KeyObject } from 'node:crypto';
import { ApiError } from '@app/errors';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { AUTH_OPTIONS, type AuthOptions } from './auth.options.js';
import { ACCESS_ALGORITHM, type AccessClaims, type CallerIdentity, readAccessClaims } from './claims.js';

/** The longest token that is looked at: ours are about 400 characters long. */
const MAX_TOKEN_LENGTH = 4_096;

/** Verifies access tokens in `Authorization: Bearer …` (RFC 6750), by the public key that their `kid` names. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(@Inject(AUTH_OPTIONS) private readonly options: AuthOptions) {
    super({
      jwtFromRequest: tokenOf,
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

  validate(payload: Partial<AccessClaims>): CallerIdentity | false {
    const claims = readAccessClaims(payload, this.options.now());
    return claims ? { uid: claims.sub, sessionId: claims.sid, claims } : false;
  }
}

/** The scheme word in any case, and nothing behind the token (RFC 6750, section 2.1). */
function tokenOf({ headers }: { headers: { authorization?: string } }): string | null {
  return /^bearer +([\w.~+/=-]+)$/i.exec(headers.authorization ?? '')?.[1] ?? null;
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
