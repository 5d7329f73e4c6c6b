import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { ActivityJob, FactorResetJob, FirstToken, FlowsModule, RelyingPartyNotice } from '@app/flows';
import { LimitsModule } from '@app/limits';
import { MailWorkerModule } from '@app/mail';
import { WebhookWorkerModule } from '@app/webhooks';
import { type DynamicModule, Module } from '@nestjs/common';
import { OwnTokens } from './access/access.decorator.js';
import { AccountModule } from './accounts/account.module.js';
import { AdminModule } from './admin/admin.module.js';
import { ConsoleModule } from './console/console.module.js';
import { ExternalModule } from './external/external.module.js';
import { SecondFactorModule } from './factors/factors.module.js';
import { HealthModule } from './health/health.module.js';
import { LinkModule } from './links/link.module.js';
import { MachineModule } from './machines/machines.module.js';
import { MetricsModule } from './metrics/metrics.module.js';
import { HomeModule } from './pages/home.js';
import { HostedPagesModule } from './pages/hosted-pages.js';
import { PasswordModule } from './passwords/password.controller.js';
import { SessionModule } from './sessions/session.module.js';
import { WellKnownModule } from './well-known/well-known.controller.js';

/** What the service does by itself. The command line does not. */
@Module({
  imports: [FlowsModule, MailWorkerModule, WebhookWorkerModule],
  providers: [ActivityJob, FactorResetJob, FirstToken, RelyingPartyNotice],
})
class WorkersModule {}

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
        SecondFactorModule,
        ExternalModule,
        MachineModule,
        AdminModule,
        WorkersModule,
        ...(env.console ? [ConsoleModule] : []),
        HostedPagesModule.forRoot(env),
        WellKnownModule,
        HealthModule,
        HomeModule,
      ],
    };
  }
}
