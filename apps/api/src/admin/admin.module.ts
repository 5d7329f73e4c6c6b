import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccountModule } from '../account/account.module.js';
import { ShutdownSignal } from '../body/shutdown-signal.js';
import { FactorResetModule } from '../factor-reset/factor-reset.module.js';
import { OwnFactorsModule } from '../factors/factors.module.js';
import { IdentitiesModule } from '../identities/identities.module.js';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AdminScopesChange } from './admin-scopes/admin-scopes-change.js';
import { AdminEventsController } from './events/events.controller.js';
import { AdminFactorsController } from './factors/factors.controller.js';
import { AdminFactorService } from './factors/factors.service.js';
import { AdminIdentitiesController } from './identities/identities.controller.js';
import { AdminIdentityService } from './identities/identities.service.js';
import { ImpersonationModule } from './impersonation/impersonation.module.js';
import { ExportService } from './import-export/export.service.js';
import { ImportService } from './import-export/import.service.js';
import { ImportBatchService } from './import-export/import-batch.service.js';
import { ImportExportController } from './import-export/import-export.controller.js';
import { ImportReader } from './import-export/rows/import-reader.js';
import { ImportWriter } from './import-export/targets/import-writer.js';
import { UsedKeysFinder } from './import-export/targets/used-keys.js';
import { ImportedIdentities } from './imported-factors/imported-identity.dto.js';
import { AdminKeysController } from './keys/keys.controller.js';
import { KeysService } from './keys/keys.service.js';
import { AdminLinksController } from './links/links.controller.js';
import { AdminLinkService } from './links/links.service.js';
import { AdminMessagesController } from './messages/messages.controller.js';
import { AdminMessageService } from './messages/messages.service.js';
import { AdminTemplatesController } from './messages/templates.controller.js';
import { AdminPasskeysController } from './passkeys/passkeys.controller.js';
import { AdminPasskeyService } from './passkeys/passkeys.service.js';
import { personalData } from './personal-data/libraries.js';
import { PersonErasureService } from './personal-data/person-erasure.service.js';
import { PersonExportController } from './personal-data/person-export.controller.js';
import { PersonExportService } from './personal-data/person-export.service.js';
import { FileProviders } from './providers/file-providers.js';
import { AdminProvidersController } from './providers/providers.controller.js';
import { AdminProviderService } from './providers/providers.service.js';
import { AdminSessionsController } from './sessions/sessions.controller.js';
import { AdminSessionService } from './sessions/sessions.service.js';
import { SettingsEndpointsModule } from './settings/settings-endpoints.module.js';
import { StatsEndpointModule } from './stats/stats-endpoint.module.js';
import { TokenEndpointsModule } from './tokens/token-endpoints.module.js';
import { ClaimsChange } from './users/claims-change.js';
import { UserChangeService } from './users/user-changes.service.js';
import { UserLookup } from './users/user-lookup.js';
import { AdminUsersController } from './users/users.controller.js';
import { AdminUserService } from './users/users.service.js';
import { AdminDeliveriesController } from './webhooks/deliveries.controller.js';
import { AdminDeliveryService } from './webhooks/deliveries.service.js';
import { EndpointCheck } from './webhooks/endpoint-check.js';
import { LogPositions } from './webhooks/log-positions.js';
import { AdminWebhooksController } from './webhooks/webhooks.controller.js';
import { AdminWebhookService } from './webhooks/webhooks.service.js';

/** The endpoints under `/api/admin`. */
@Module({
  imports: [
    TokenEndpointsModule,
    EventsModule,
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    MailModule,
    WebhooksModule,
    StatsEndpointModule,
    SettingsEndpointsModule,
    SignInModule,
    OwnFactorsModule,
    IdentitiesModule,
    AccountModule,
    LinkModule,
    FactorResetModule,
    ImpersonationModule,
  ],
  controllers: [
    AdminUsersController,
    PersonExportController,
    AdminSessionsController,
    AdminFactorsController,
    AdminPasskeysController,
    AdminIdentitiesController,
    AdminProvidersController,
    AdminLinksController,
    AdminEventsController,
    AdminMessagesController,
    AdminTemplatesController,
    AdminWebhooksController,
    AdminDeliveriesController,
    AdminKeysController,
    ImportExportController,
  ],
  providers: [
    UserLookup,
    AdminUserService,
    UserChangeService,
    ClaimsChange,
    AdminScopesChange,
    ImportedIdentities,
    AdminSessionService,
    AdminFactorService,
    AdminPasskeyService,
    AdminIdentityService,
    AdminProviderService,
    FileProviders,
    AdminLinkService,
    AdminMessageService,
    LogPositions,
    EndpointCheck,
    AdminWebhookService,
    AdminDeliveryService,
    KeysService,
    ImportReader,
    ImportWriter,
    UsedKeysFinder,
    ImportService,
    ImportBatchService,
    ExportService,
    personalData,
    PersonExportService,
    PersonErasureService,
    ShutdownSignal,
  ],
  exports: [
    TokenEndpointsModule,
    UserLookup,
    AdminUserService,
    UserChangeService,
    AdminFactorService,
    AdminProviderService,
    AdminWebhookService,
    AdminDeliveryService,
    KeysService,
    ImportService,
    ExportService,
    PersonExportService,
    PersonErasureService,
  ],
})
export class AdminModule {}
