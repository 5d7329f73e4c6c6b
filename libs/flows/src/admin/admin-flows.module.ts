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
import { EventNames } from '../access/event-names.js';
import { AccountFlows } from '../accounts/account-flows.module.js';
import { ChecksService } from '../doctor/checks.service.js';
import { ShutdownSignal } from '../input/shutdown-signal.js';
import { SignInFlows } from '../modules/sign-in-flows.module.js';
import { FileProviders } from '../providers/file-providers.js';
import { AdminProviderService } from '../providers/providers.service.js';
import { ConsoleSignIn, ConsoleSignOut } from './console-sign-in.js';
import { ImpersonationService } from './impersonation.service.js';
import { ConvertedImportService, FileImportService } from './imports/file-import.service.js';
import { IMPORT_EXPORT } from './imports/import-export.providers.js';
import { ImportedIdentities } from './imports/imported-factors.dto.js';
import { KeysService } from './keys.service.js';
import { AdminLinkService } from './links.service.js';
import { AdminMessageService } from './messages.service.js';
import { OwnDataService, PersonErasureService, PersonExportService, personalData } from './personal-data.js';
import { SeriesService, StatsService } from './stats.js';
import { AdminTokenService, OnceLinks, TokenMaker } from './tokens.service.js';
import {
  AdminFactorService,
  AdminIdentityService,
  AdminPasskeyService,
  AdminSessionService,
} from './user-access.service.js';
import { UserBulk } from './user-bulk.js';
import {
  AdminScopesChange,
  ClaimsChange,
  UserChanged,
  UserChangeService,
  UserCreator,
  UserRemover,
} from './user-changes.service.js';
import { UserCsv, UserLookup, UserSearch } from './user-search.js';
import { AdminDeliveryService, AdminWebhookService, EndpointCheck, LogPositions } from './webhooks.service.js';

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
    SignInFlows,
    AccountFlows,
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
