import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, Module } from '@nestjs/common';
import { AccountModule } from './account/account.module.js';
import { AdminModule } from './admin/admin.module.js';
import { FirstToken } from './admin/tokens/first-token.js';
import { DiscoveryModule } from './discovery/discovery.module.js';
import { HealthModule } from './health/health.module.js';
import { LinkModule } from './link/link.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { PasswordModule } from './password/password.module.js';
import { OwnTokens } from './session/own-tokens.js';
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
        OwnTokens,
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
