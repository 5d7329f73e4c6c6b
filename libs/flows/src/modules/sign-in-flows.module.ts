import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AdminRank } from '../access/admin-rank.js';
import { TokenAccess } from '../access/administrator.js';
import { FactorMethods } from '../access/factor-methods.js';
import { FactorNotices } from '../access/factor-notices.js';
import { LoginThrottle, PasswordShares } from '../access/login-throttle.js';
import { RecentSignIn } from '../access/recent-sign-in.js';
import { SignInMethods } from '../access/sign-in-methods.js';
import { StaleTokens } from '../access/stale-tokens.js';
import { CodeExchangeService, PageCodes } from '../codes/codes.js';
import { ExternalAuthorization } from '../external/authorization.service.js';
import { ExternalFailures } from '../external/external-challenges.js';
import { ExternalSignIn } from '../external/external-sign-in.js';
import { ProviderLogoutService } from '../external/provider-logout.service.js';
import { FactorEnrolment } from '../factors/enrolment.js';
import { FactorResetService } from '../factors/factor-reset.service.js';
import { FactorSettings } from '../factors/own-factors.js';
import { PasskeyLoginService } from '../factors/passkey-login.service.js';
import { ReauthenticationService } from '../factors/reauthentication.service.js';
import { FactorVerifier, MfaVerifyService } from '../factors/second-factors.js';
import { LinkService } from '../links/link.service.js';
import { LinkMailer, LinkMaker } from '../links/link-mailer.js';
import { RedirectUrls } from '../links/redirect-urls.js';
import { SecureLinkMaker } from '../links/secure-link-maker.js';
import { EmailCodeCheck } from '../mailbox/email-code.js';
import { LinkConsumer } from '../mailbox/link-consumer.js';
import { MailboxSignIn } from '../mailbox/mailbox-sign-in.js';
import { VerificationService } from '../mailbox/verification.service.js';
import { PasswordService } from '../passwords/passwords.service.js';
import { Access } from '../revocation/access.js';
import { WaysIn } from '../revocation/ways-in.js';
import { LazyMigration, MigrationSource } from '../sessions/lazy-migration.js';
import { PasswordLogin } from '../sessions/password-login.js';
import { RevocationService } from '../sessions/revocations.service.js';
import { DeviceService, SessionService } from '../sessions/sessions.service.js';
import { IdentityLinks } from '../sign-in/identity-links.js';
import { SessionAssurance, SessionOpener } from '../sign-in/session-opener.js';
import { SignInDevices } from '../sign-in/sign-in-devices.js';
import { SignInGate } from '../sign-in/sign-in-gate.js';

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
  ExternalFailures,
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
const PROVIDERS = [...RULES, ...LINKS, ...SIGN_INS, ...SETTINGS];

/** Sign-ins, sessions, links, passwords and second factors, and the rules of access. All other flows build on them. */
@Module({
  imports: [
    AdminTokensModule,
    ClientsModule,
    EventsModule,
    FactorsModule,
    FederationModule,
    MailModule,
    TokensModule,
    UsersModule,
  ],
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class SignInFlows {}
