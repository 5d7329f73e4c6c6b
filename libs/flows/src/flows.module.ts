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
import { type DynamicModule, Module } from '@nestjs/common';
import { AdminRank } from './access/admin-rank.js';
import { TokenAccess } from './access/administrator.js';
import { EventNames } from './access/event-names.js';
import { FactorMethods } from './access/factor-methods.js';
import { FactorNotices } from './access/factor-notices.js';
import { LoginThrottle, PasswordShares } from './access/login-throttle.js';
import { RecentSignIn } from './access/recent-sign-in.js';
import { SignInMethods } from './access/sign-in-methods.js';
import { StaleTokens } from './access/stale-tokens.js';
import { AccountRecovery } from './accounts/account-recovery.js';
import { AccountService } from './accounts/accounts.js';
import { AuditTrail } from './accounts/audit-trail.js';
import { EmailChange } from './accounts/email-change.js';
import { SecureAccountService } from './accounts/secure-account.service.js';
import { Theft } from './accounts/theft.js';
import { ConsoleSignIn } from './admin/console-sign-in.js';
import { ImpersonationService } from './admin/impersonation.service.js';
import { ExportService } from './admin/imports/export.service.js';
import { FileImportService } from './admin/imports/file-import.service.js';
import { ImportBatchService, ImportService } from './admin/imports/import.service.js';
import { ImportWriter } from './admin/imports/import-targets.js';
import { ImportedIdentities } from './admin/imports/imported-factors.js';
import { AdminLinkService } from './admin/links.service.js';
import { OperationsService } from './admin/operations.service.js';
import { PersonalDataService, personalData } from './admin/personal-data.js';
import { StatsService } from './admin/stats.js';
import { AdminTokenService } from './admin/tokens.service.js';
import { UserAccessService } from './admin/user-access.service.js';
import { UserBulk } from './admin/user-bulk.js';
import { UserLookup } from './admin/user-search.js';
import { AdminUserService } from './admin/users.service.js';
import { AdminWebhookService } from './admin/webhooks.service.js';
import { CodeExchangeService, PageCodes } from './codes/codes.js';
import { ChecksService } from './doctor/run-checks.js';
import { ExternalAuthorization } from './external/authorization.service.js';
import { ExternalSignIn } from './external/external-sign-in.js';
import { ProviderLogoutService } from './external/provider-logout.service.js';
import { FactorEnrolment } from './factors/enrolment.js';
import { FactorResetService } from './factors/factor-reset.service.js';
import { FactorSettings } from './factors/own-factors.js';
import { PasskeyLoginService } from './factors/passkey-login.service.js';
import { ReauthenticationService } from './factors/reauthentication.service.js';
import { FactorVerifier, MfaVerifyService } from './factors/second-factors.js';
import { RecordReader } from './input/records.js';
import { ShutdownSignal } from './input/shutdown-signal.js';
import { LinkService } from './links/link.service.js';
import { LinkMailer, LinkMaker } from './links/link-mailer.js';
import { RedirectUrls } from './links/redirect-urls.js';
import { SecureLinkMaker } from './links/secure-link-maker.js';
import { ApiKeyService } from './machines/api-keys.service.js';
import { ClientService } from './machines/clients.service.js';
import { MachineTokenService } from './machines/machine-tokens.service.js';
import { EmailCodeCheck } from './mailbox/email-code.js';
import { LinkConsumer } from './mailbox/link-consumer.js';
import { MailboxSignIn } from './mailbox/mailbox-sign-in.js';
import { VerificationService } from './mailbox/verification.service.js';
import { PasswordService } from './passwords/passwords.service.js';
import { AdminProviderService, FileProviders } from './providers/providers.service.js';
import { Access } from './revocation/access.js';
import { WaysIn } from './revocation/ways-in.js';
import { LazyMigration, MigrationSource } from './sessions/lazy-migration.js';
import { PasswordLogin } from './sessions/password-login.js';
import { RevocationService } from './sessions/revocations.service.js';
import { DeviceService, SessionService } from './sessions/sessions.service.js';
import { IdentityLinks } from './sign-in/identity-links.js';
import { SessionAssurance, SessionOpener } from './sign-in/session-opener.js';
import { SignInDevices } from './sign-in/sign-in-devices.js';
import { SignInGate } from './sign-in/sign-in-gate.js';

const LIBRARIES = [
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
];

/** Who may do what, and what ends access. */
const RULES = [
  StaleTokens,
  RecentSignIn,
  FactorMethods,
  FactorNotices,
  SignInMethods,
  LoginThrottle,
  PasswordShares,
  AdminRank,
  TokenAccess,
  Access,
  WaysIn,
];
const LINKS = [LinkService, LinkMaker, LinkMailer, RedirectUrls, SecureLinkMaker, LinkConsumer, VerificationService];
/** The ways to sign in, and what they share. */
const SIGN_INS = [
  SignInGate,
  SessionOpener,
  SessionAssurance,
  SignInDevices,
  IdentityLinks,
  LazyMigration,
  MigrationSource,
  PasswordLogin,
  MailboxSignIn,
  EmailCodeCheck,
  PasskeyLoginService,
  MfaVerifyService,
  FactorVerifier,
  ExternalSignIn,
  ExternalAuthorization,
  CodeExchangeService,
  PageCodes,
];
/** What signed-in users change. */
const SETTINGS = [
  PasswordService,
  ReauthenticationService,
  FactorEnrolment,
  FactorSettings,
  FactorResetService,
  SessionService,
  DeviceService,
  RevocationService,
  ProviderLogoutService,
];

/** Accounts, the change of their address, and the answer to a theft. */
const ACCOUNTS = [AccountService, EmailChange, SecureAccountService, Theft, AccountRecovery, AuditTrail];

/** Access tokens for services and scripts. */
const MACHINES = [ClientService, ApiKeyService, MachineTokenService];

/** What administrators and operators do. */
const ADMINISTRATION = [
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
  ImportWriter,
  FileProviders,
  personalData,
];

const FLOWS = [...RULES, ...LINKS, ...SIGN_INS, ...SETTINGS, ...ACCOUNTS, ...MACHINES, ...ADMINISTRATION];

/** All flows, and the libraries below them. It starts no work of its own: see the workers of the service. */
@Module({ imports: LIBRARIES, providers: FLOWS, exports: [...LIBRARIES, ...FLOWS] })
export class FlowsModule {
  /** @param records reads what does not come in requests */
  static with(records: RecordReader): DynamicModule {
    const providers = [{ provide: RecordReader, useValue: records }];
    const reader = { module: class Records {}, global: true, providers, exports: [RecordReader] };
    return { module: FlowsModule, imports: [reader] };
  }
}
