import { AuthModule } from '@app/auth';
import { ConfigModule, Env } from '@app/config';
import { Clock, DatabaseModule } from '@app/database';
import { LimitsModule } from '@app/limits';
import { SigningKeys, TokensModule } from '@app/tokens';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AdminModule } from './admin/admin.module.js';
import { FirstToken } from './admin/tokens/first-token.js';
import { DiscoveryModule } from './discovery/discovery.module.js';
import { HealthModule } from './health/health.module.js';
import { LinkModule } from './link/link.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PasswordModule } from './password/password.module.js';
import { SessionModule } from './session/session.module.js';

/** The wiring of the service: the libraries, then the chapters. */
@Module({})
export class AppModule {
  static forRoot(env: Env): DynamicModule {
    return {
      module: AppModule,
      imports: [
        ConfigModule.forRoot(env),
        DatabaseModule,
        LimitsModule,
        AuthModule.forRootAsync({
          imports: [TokensModule],
          inject: [Env, SigningKeys, Clock],
          useFactory: (env: Env, keys: SigningKeys, clock: Clock) => ({
            issuer: env.baseUrl,
            keys,
            now: () => clock.now(),
          }),
        }),
        MetricsModule,
        SessionModule,
        AccountModule,
        PasswordModule,
        LinkModule,
        AdminModule,
        DiscoveryModule,
        HealthModule,
      ],
      // Not in the AdminModule: only a start of the service makes the first token, since only that shows it.
      providers: [FirstToken],
    };
  }
}
