import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { StatsModule } from '@app/stats';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { EventNames } from '../access/event-names.js';
import { AccountFlows } from '../accounts/account-flows.module.js';
import { ExternalFlows } from '../external/external-flows.module.js';
import { FactorFlows } from '../factors/factor-flows.module.js';
import { FactorResetFlows } from '../factors/reset/factor-reset-flows.module.js';
import { ShutdownSignal } from '../input/shutdown-signal.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { ChecksService } from './checks.service.js';
import { ConsoleSignIn } from './console-sign-in.js';
import { ConsoleSignOut } from './console-sign-out.js';
import { AdminFactorService } from './factors.service.js';
import { ConvertedImportService } from './file-import/converted-import.service.js';
import { FileImportService } from './file-import/file-import.service.js';
import { AdminIdentityService } from './identities.service.js';
import { ImpersonationService } from './impersonation.service.js';
import { IMPORT_EXPORT } from './import-export/import-export.providers.js';
import { ImportedIdentities } from './imported-factors/imported-identity.dto.js';
import { KeysService } from './keys.service.js';
import { AdminLinkService } from './links.service.js';
import { AdminMessageService } from './messages.service.js';
import { AdminPasskeyService } from './passkeys.service.js';
import { personalData } from './personal-data/libraries.js';
import { OwnDataService } from './personal-data/own-data.service.js';
import { PersonErasureService } from './personal-data/person-erasure.service.js';
import { PersonExportService } from './personal-data/person-export.service.js';
import { FileProviders } from './providers/file-providers.js';
import { AdminProviderService } from './providers/providers.service.js';
import { AdminSessionService } from './sessions.service.js';
import { SeriesService } from './stats/series.service.js';
import { StatsService } from './stats/stats.service.js';
import { OnceLinks } from './tokens/once-links.js';
import { TokenMaker } from './tokens/token-maker.js';
import { AdminTokenService } from './tokens/tokens.service.js';
import { UserBulk } from './user-bulk.js';
import { AdminScopesChange } from './users/admin-scopes-change.js';
import { ClaimsChange } from './users/claims-change.js';
import { UserChanged } from './users/user-changed.js';
import { UserChangeService } from './users/user-changes.service.js';
import { UserCreator } from './users/user-creator.js';
import { UserCsv } from './users/user-csv.js';
import { UserLookup } from './users/user-lookup.js';
import { UserRemover } from './users/user-remover.js';
import { UserSearch } from './users/user-search.js';
import { AdminDeliveryService } from './webhooks/deliveries.service.js';
import { EndpointCheck } from './webhooks/endpoint-check.js';
import { LogPositions } from './webhooks/log-positions.js';
import { AdminWebhookService } from './webhooks/webhooks.service.js';

const PUBLIC = [
  UserLookup,
  EventNames,
  UserCreator,
  UserRemover,
  UserChangeService,
  UserBulk,
  UserCsv,
  AdminSessionService,
  AdminFactorService,
  AdminPasskeyService,
  AdminIdentityService,
  AdminProviderService,
  AdminLinkService,
  AdminMessageService,
  AdminWebhookService,
  AdminDeliveryService,
  KeysService,
  ...IMPORT_EXPORT,
  ConvertedImportService,
  FileImportService,
  PersonExportService,
  OwnDataService,
  PersonErasureService,
  ImpersonationService,
  StatsService,
  SeriesService,
  ChecksService,
  TokenMaker,
  AdminTokenService,
  OnceLinks,
  ConsoleSignIn,
  ConsoleSignOut,
  ImportedIdentities,
  ShutdownSignal,
];

/** What administrators and operators do. */
@Module({
  imports: [
    AdminTokensModule,
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    MailModule,
    EventsModule,
    WebhooksModule,
    StatsModule,
    ClientsModule,
    AccessRules,
    RevocationModule,
    SignInFlows,
    FactorFlows,
    AccountFlows,
    LinkFlows,
    FactorResetFlows,
    ExternalFlows,
  ],
  providers: [
    ...PUBLIC,
    ClaimsChange,
    AdminScopesChange,
    UserChanged,
    UserSearch,
    FileProviders,
    LogPositions,
    EndpointCheck,
    personalData,
  ],
  exports: PUBLIC,
})
export class AdminFlows {}
