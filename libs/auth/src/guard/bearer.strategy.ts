import type { KeyObject } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import { Strategy } from 'passport-jwt';
import { AUTH_OPTIONS, type KeySource, type SettledOptions } from '../auth.options.js';
import { Issuer } from '../issuer/issuer.js';
import { UnusableToken } from '../refusal.js';
import { ACCESS_ALGORITHM, type AccessClaims, type CallerIdentity, readAccessClaims } from '../tokens/claims.js';
import { accessKeyIdOf } from '../tokens/jws.js';
import { VerifiedTokens } from '../tokens/verified-tokens.js';
import { bearerToken } from './bearer-token.js';
import type { BearerRequest } from './request-of.js';

type Refused = [false, UnusableToken];
type Done = (error: unknown, key?: string) => void;

/** Verifies access tokens in `Authorization: Bearer …` (RFC 6750), by the public key that their `kid` names. */
@Injectable()
export class BearerStrategy extends PassportStrategy(Strategy, 'bearer') {
  constructor(
    @Inject(AUTH_OPTIONS) private readonly options: SettledOptions,
    private readonly issuer: Issuer,
    private readonly verified: VerifiedTokens,
  ) {
    super({
      jwtFromRequest: bearerToken,
      passReqToCallback: true,
      algorithms: [ACCESS_ALGORITHM],
      issuer: options.issuer,
      // The expiry is checked in validate(), by the same clock that issued the token.
      ignoreExpiration: true,
      secretOrKeyProvider: (_request: unknown, token: string, done: Done) => giveKey(issuer.keys, token, done),
    });
  }

  /** Passport hands the second part of a refusal to the guard, which makes it the cause. */
  async validate(request: BearerRequest, payload: Partial<AccessClaims>): Promise<CallerIdentity | Refused> {
    const claims = readAccessClaims(payload, this.options);
    if (!claims) return [false, new UnusableToken(Number(payload.exp) <= this.options.now() ? 'expired' : 'foreign')];
    await this.issuer.ready();
    if (this.issuer.revocations?.include(claims)) return [false, new UnusableToken('revoked')];
    const caller = { uid: claims.sub, sessionId: claims.sid, claims };
    this.remember(bearerToken(request) ?? '', caller);
    return caller;
  }

  private remember(token: string, caller: CallerIdentity): void {
    const kid = accessKeyIdOf(token);
    this.verified.add(token, caller, kid, requireKey(this.issuer.keys.publicKey(kid)));
  }
}

/** The key of a token, at once where it is known. */
function giveKey(keys: KeySource, token: string, done: Done): void {
  // passport-jwt passes the key on, and its types lack KeyObject, which is parsed once instead of for each request.
  const give = (key: KeyObject | undefined) => done(null, requireKey(key) as never);
  try {
    const kid = accessKeyIdOf(token);
    const key = keys.publicKey(kid);
    if (key === undefined && kid !== '' && keys.find) void keys.find(kid).then(give).catch(done);
    else give(key);
  } catch (error) {
    done(error);
  }
}

function requireKey(key: KeyObject | undefined): KeyObject {
  if (key === undefined) throw new Error('The issuer has no key with this id.');
  return key;
}
