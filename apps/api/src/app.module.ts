import { ConfigModule, type Env } from '@app/config';
import { DatabaseModule } from '@app/database';
import { ActivityJob, FactorResetJob, FirstToken, FlowsModule, RelyingPartyNotice, Sweeper } from '@app/flows';
import { LimitsModule } from '@app/limits';
import { MailWorkerModule } from '@app/mail';
import { WebhookWorkerModule } from '@app/webhooks';
import { type DynamicModule, Module } from '@nestjs/common';
import { ConsoleAccess } from './access/admin.guards.js';
import { AccessTokenGuard, AccessTokenStrategy, OwnTokens } from './access/own-tokens.js';
import { SessionCookie } from './access/session-cookie.js';
import { AccountController } from './accounts/account.controller.js';
import { AdminClientsController } from './admin/clients.controller.js';
import { AdminEventsController } from './admin/events.controller.js';
import { ImportExportController } from './admin/imports.controller.js';
import { AdminMessagesController, AdminTemplatesController } from './admin/messages.controller.js';
import { AdminProvidersController } from './admin/providers.controller.js';
import { RECORDS } from './admin/records.dto.js';
import { SettingsController } from './admin/settings.controller.js';
import { StatsController } from './admin/stats.controller.js';
import { AdminKeysController, AdminTokensController } from './admin/tokens.controller.js';
import {
  AdminApiKeysController,
  AdminFactorsController,
  AdminLinksController,
  AdminSessionsController,
  AdminUserListsController,
  AdminUsersController,
  ImpersonationController,
} from './admin/users.controller.js';
import { AdminWebhooksController } from './admin/webhooks.controller.js';
import { ConsolePagesController, ConsoleSessionController, RestingScopesNotice } from './console/console.controller.js';
import {
  CallbackController,
  ExternalConfirmationController,
  ExternalController,
  IdentitiesController,
  ProviderLogoutController,
} from './external/external.controller.js';
import { FactorsController, MfaController, StopResetController } from './factors/factors.controller.js';
import { PasskeyLoginController, PasskeysController } from './factors/passkeys.controller.js';
import { BuiltPages } from './files/static-files.js';
import { Draining, HealthController } from './health/health.controller.js';
import {
  ChangeLinksController,
  EmailCodeController,
  FollowLinkController,
  LinkController,
  LinkReply,
} from './links/link.controller.js';
import { ApiKeysController, KeyTokenController, TokenController } from './machines/machines.controller.js';
import { MetricSources, Metrics, MetricsController, MetricsPort } from './metrics/metrics.js';
import { HomeController, InboxUrl } from './pages/home.js';
import { AccountUrlsController, BrandingController, HostedPagesController } from './pages/hosted-pages.js';
import { UiController } from './pages/ui.js';
import { PasswordController } from './passwords/password.controller.js';
import { PasswordStrategy } from './sessions/password.strategy.js';
import { CodeController, DevicesController, SessionController } from './sessions/session.controller.js';
import { WellKnownController } from './well-known/well-known.controller.js';

const CONTROLLERS = [
  MetricsController,
  SessionController,
  CodeController,
  DevicesController,
  AccountController,
  PasswordController,
  LinkController,
  FollowLinkController,
  ChangeLinksController,
  EmailCodeController,
  FactorsController,
  MfaController,
  PasskeyLoginController,
  PasskeysController,
  StopResetController,
  ExternalController,
  CallbackController,
  ProviderLogoutController,
  ExternalConfirmationController,
  IdentitiesController,
  TokenController,
  ApiKeysController,
  KeyTokenController,
  AdminTokensController,
  AdminUserListsController,
  AdminUsersController,
  AdminSessionsController,
  AdminFactorsController,
  AdminProvidersController,
  AdminClientsController,
  AdminApiKeysController,
  AdminLinksController,
  AdminEventsController,
  AdminMessagesController,
  AdminTemplatesController,
  AdminWebhooksController,
  AdminKeysController,
  ImportExportController,
  ImpersonationController,
  StatsController,
  SettingsController,
];

/** The pages of the console and its sessions. */
const CONSOLE = [ConsoleSessionController, ConsolePagesController];

/** The sign-in pages, and what they need besides the API. Pages of products read the facts, too, and those of links have the branding. */
function pagesOf({ pages }: Env) {
  const branded = pages.on || pages.branding ? [BrandingController] : [];
  return [UiController, ...(pages.on ? [AccountUrlsController, ...branded, HostedPagesController] : branded)];
}

/** What the service does by itself. The command line does not. */
const WORKERS = [ActivityJob, FactorResetJob, FirstToken, RelyingPartyNotice, Sweeper];

/** The service: the libraries, the endpoints, and the work that no request asks for. */
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
        FlowsModule.with(RECORDS),
        MailWorkerModule,
        WebhookWorkerModule,
      ],
      controllers: [
        ...CONTROLLERS,
        ...(env.console ? CONSOLE : []),
        ...pagesOf(env),
        WellKnownController,
        HealthController,
        HomeController,
      ],
      providers: [
        AccessTokenGuard,
        AccessTokenStrategy,
        ConsoleAccess,
        SessionCookie,
        PasswordStrategy,
        BuiltPages,
        Draining,
        InboxUrl,
        LinkReply,
        Metrics,
        MetricSources,
        MetricsPort,
        ...WORKERS,
        ...(env.console ? [RestingScopesNotice] : []),
      ],
    };
  }
}
