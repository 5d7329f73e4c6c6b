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
import { ChecksService } from '../doctor/run-checks.js';
import { ShutdownSignal } from '../input/shutdown-signal.js';
import { SignInFlows } from '../modules/sign-in-flows.module.js';
import { AdminProviderService, FileProviders } from '../providers/providers.service.js';
import { ConsoleSignIn } from './console-sign-in.js';
import { ImpersonationService } from './impersonation.service.js';
import { ExportService } from './imports/export.service.js';
import { FileImportService } from './imports/file-import.service.js';
import { ImportBatchService, ImportService } from './imports/import.service.js';
import { ImportWriter } from './imports/import-targets.js';
import { ImportedIdentities } from './imports/imported-factors.js';
import { AdminLinkService } from './links.service.js';
import { OperationsService } from './operations.service.js';
import { PersonalDataService, personalData } from './personal-data.js';
import { StatsService } from './stats.js';
import { AdminTokenService } from './tokens.service.js';
import { UserAccessService } from './user-access.service.js';
import { UserBulk } from './user-bulk.js';
import { UserLookup } from './user-search.js';
import { AdminUserService } from './users.service.js';
import { AdminWebhookService } from './webhooks.service.js';

const PUBLIC = [
  UserLookup,
  EventNames,
  AdminUserService,
  UserBulk,
  UserAccessService,
  AdminProviderService,
  AdminLinkService,
  AdminWebhookService,
  OperationsService,
  ImportService,
  ImportBatchService,
  ExportService,
  FileImportService,
  PersonalDataService,
  ImpersonationService,
  StatsService,
  ChecksService,
  AdminTokenService,
  ConsoleSignIn,
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
  providers: [...PUBLIC, ImportWriter, FileProviders, personalData],
  exports: PUBLIC,
})
export class AdminFlows {}
