import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { LimitsModule } from '@app/limits';
import { type DynamicModule, Module } from '@nestjs/common';
import { OwnTokens } from './access/own-tokens.js';
import { AccountModule } from './account/account.module.js';
import { ActivityModule } from './activity/activity.module.js';
import { AdminModule } from './admin/admin.module.js';
import { FirstToken } from './admin/tokens/first-token.js';
import { ChangeLinksModule } from './change-links/change-links.module.js';
import { ConsoleModule } from './console/console.module.js';
import { EmailCodeModule } from './email-code/email-code.module.js';
import { ExternalModule } from './external/external.module.js';
import { ExternalTokenModule } from './external-token/external-token.module.js';
import { StopResetModule } from './factor-reset/stop-reset.module.js';
import { OwnFactorsModule } from './factors/factors.module.js';
import { FollowLinkModule } from './follow-link/follow-link.module.js';
import { HealthModule } from './health/health.module.js';
import { HomeModule } from './home/home.module.js';
import { IdentitiesModule } from './identities/identities.module.js';
import { LinkModule } from './link/link.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { MfaModule } from './mfa/mfa.module.js';
import { PasskeysModule } from './passkeys/passkeys.module.js';
import { PasswordModule } from './password/password.module.js';
import { SessionModule } from './session/session.module.js';
import { WellKnownModule } from './well-known/well-known.module.js';

/** The modules of the service: first the libraries, then the endpoints. */
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
        FollowLinkModule,
        ChangeLinksModule,
        EmailCodeModule,
        OwnFactorsModule,
        MfaModule,
        PasskeysModule,
        ExternalModule,
        ExternalTokenModule,
        IdentitiesModule,
        AdminModule,
        ActivityModule,
        ...(env.console ? [ConsoleModule] : []),
        StopResetModule,
        WellKnownModule,
        HealthModule,
        HomeModule.forRoot(env),
      ],
      // Not in the AdminModule, which the command line uses too: only the service creates and shows the first token.
      providers: [FirstToken],
    };
  }
}
