import { AuthModule, type Refusal } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { ApiError } from '@app/errors';
import { SigningKeys, TokensModule } from '@app/tokens';

/**
 * The AuthModule of the service itself: verifies access tokens with the keys in memory and by the clock that issued them.
 * Without revocations: an access token is valid here until it expires, also after a logout, as the specification says.
 */
export const OwnTokens = AuthModule.forRootAsync({
  imports: [TokensModule],
  inject: [Env, SigningKeys, Clock],
  useFactory: (env: Env, keys: SigningKeys, clock: Clock) => ({
    issuer: env.baseUrl,
    audience: env.accessTokenAudience,
    keys,
    now: () => clock.now(),
    revocations: false as const,
    refuse: (refusal: Refusal, cause: unknown) =>
      cause instanceof ApiError ? cause : new ApiError(refusal, undefined, { cause }),
  }),
});
