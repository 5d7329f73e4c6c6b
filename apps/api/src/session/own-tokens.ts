import { AuthModule } from '@app/auth';
import { Env } from '@app/config';
import { Clock } from '@app/database';
import { SigningKeys, TokensModule } from '@app/tokens';

/** How the service verifies its own access tokens: with the keys in memory, and by the clock that they were issued by. */
export const OwnTokens = AuthModule.forRootAsync({
  imports: [TokensModule],
  inject: [Env, SigningKeys, Clock],
  useFactory: (env: Env, keys: SigningKeys, clock: Clock) => ({
    issuer: env.baseUrl,
    keys,
    now: () => clock.now(),
  }),
});
