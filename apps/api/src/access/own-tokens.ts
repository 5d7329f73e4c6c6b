import { AuthModule, MissingToken, type Refusal, UnusableToken } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { SigningKeys, TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { AccessTokenStrategy } from './access-token.strategy.js';

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

@Module({ imports: [TokensModule], providers: [AccessTokenStrategy], exports: [TokensModule, AccessTokenStrategy] })
class SignatureModule {}

/**
 * The AuthModule of the service itself: verifies access tokens with the keys in memory and by the clock that issued them.
 * Without revocations: an access token is valid here until it expires, also after a logout, as the specification says.
 */
export const OwnTokens = AuthModule.forRootAsync({
  imports: [SignatureModule],
  inject: [Env, SigningKeys, Clock, AccessTokenStrategy],
  useFactory: (env: Env, keys: SigningKeys, clock: Clock, signatures: AccessTokenStrategy) => ({
    issuer: env.baseUrl,
    audience: env.accessTokenAudience,
    keys,
    verifySignature: (token: string, kid: string) => signatures.claimsOf(token, kid),
    now: () => clock.now(),
    revocations: false as const,
    refuse: (refusal: Refusal, cause: unknown) =>
      cause instanceof ApiError ? cause : new ApiError(codeOf(refusal), { cause, reason: reasonOf(refusal, cause) }),
  }),
});
