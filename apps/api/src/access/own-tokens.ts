import type { KeyObject } from 'node:crypto';
import { AuthModule, MissingToken, type Refusal, UnusableToken } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { SigningKeys, TokensModule } from '@app/tokens';
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
class AccessTokenStrategy extends PassportStrategy(Strategy, NAME) {
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

const OF_TOKEN = {
  expired: 'access token expired',
  revoked: 'access token revoked',
  foreign: 'no access token of this service',
};

/** The service reads no revocations, so they are never too old. */
function codeOf(refusal: Refusal) {
  return refusal === 'REVOCATIONS_UNAVAILABLE' ? 'UNAVAILABLE' : refusal;
}

/** In fixed words: the message of another cause may have a part of the token. */
function reasonOf(refusal: Refusal, cause: unknown): string | undefined {
  if (refusal !== 'NOT_AUTHENTICATED') return undefined;
  if (cause instanceof UnusableToken) return OF_TOKEN[cause.flaw];
  return cause instanceof MissingToken ? 'no access token' : OF_TOKEN.foreign;
}

/**
 * The AuthModule of the service itself: verifies access tokens with the keys in memory and by the clock that issued them.
 * Without revocations: an access token is valid here until it expires, also after a logout, as the specification says.
 */
export const OwnTokens = AuthModule.forRootAsync({
  imports: [TokensModule],
  inject: [Env, SigningKeys, Clock],
  useFactory: (env: Env, keys: SigningKeys, clock: Clock) => {
    const signatures = new AccessTokenStrategy(keys);
    return {
      issuer: env.baseUrl,
      audience: env.accessTokenAudience,
      keys,
      verifySignature: (token: string, kid: string) => signatures.claimsOf(token, kid),
      now: () => clock.now(),
      revocations: false as const,
      refuse: (refusal: Refusal, cause: unknown) =>
        cause instanceof ApiError ? cause : new ApiError(codeOf(refusal), { cause, reason: reasonOf(refusal, cause) }),
    };
  },
});
