import type { KeyObject } from 'node:crypto';
import { SigningKeys } from '@app/tokens';
import { Injectable } from '@nestjs/common';
import { PassportStrategy } from '@nestjs/passport';
import passport from 'passport';
import { Strategy } from 'passport-jwt';

const NAME = 'access-token';

/** What the strategy reads in place of a request. */
interface Signed {
  token: string;
  key: KeyObject | undefined;
}

type GiveKey = (error: unknown, key?: string) => void;

/**
 * Verifies the signatures of access tokens (RFC 7515, section 5.2), with the keys in memory. `@latchkey/nest-auth` checks their
 * claims, and keeps the tokens that it has seen.
 */
@Injectable()
export class AccessTokenStrategy extends PassportStrategy(Strategy, NAME) {
  constructor(private readonly keys: SigningKeys) {
    super({
      jwtFromRequest: (request: unknown) => (request as Signed).token,
      // The types lack KeyObject, which is parsed once instead of for each token.
      secretOrKeyProvider: ({ key }: Signed, _token: string, give: GiveKey) => give(null, key as never),
      algorithms: ['ES256'],
      // The expiry is checked with the clock that issued the token.
      ignoreExpiration: true,
    } as never);
  }

  /** What is in the token is the result: there is no user to look up. */
  validate(claims: object): object {
    return claims;
  }

  /** The claims of a token that the key with this id has signed with ES256, else undefined. */
  claimsOf(token: string, kid: string): Promise<object | undefined> {
    const request: Signed = { token, key: this.keys.publicKey(kid) };
    return new Promise((resolve, reject) => {
      const done = (error: unknown, claims?: object | false) => (error ? reject(error) : resolve(claims || undefined));
      passport.authenticate(NAME, { session: false }, done)(request, {}, reject);
    });
  }
}
