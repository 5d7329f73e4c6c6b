import { AdminTokensModule } from '@app/admin';
import { BearerGuard } from '@app/auth';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { ActiveUserGuard } from './active-user.guard.js';
import { AdminRank } from './admin/admin-rank.js';
import { ConsoleAccess } from './admin/console-access.js';
import { TokenAccess } from './admin/token-access.js';
import { EnrollerGuard } from './enroller.guard.js';
import { FactorMethods } from './policies/factor-methods.js';
import { FactorNotices } from './policies/factor-notices.js';
import { LoginFailures } from './policies/login-failures.js';
import { LoginThrottle } from './policies/login-throttle.js';
import { PasswordShares } from './policies/password-shares.js';
import { ProvedAddress } from './policies/proved-address.js';
import { RecentSignIn } from './policies/recent-sign-in.js';
import { SignInMethods } from './policies/sign-in-methods.js';
import { StaleTokens } from './policies/stale-tokens.js';
import { StaleTokenGuard } from './stale-token.guard.js';

const PUBLIC = [
  StaleTokens,
  RecentSignIn,
  FactorMethods,
  FactorNotices,
  LoginThrottle,
  LoginFailures,
  SignInMethods,
  ProvedAddress,
  BearerGuard,
  ActiveUserGuard,
  StaleTokenGuard,
  EnrollerGuard,
  ConsoleAccess,
  AdminRank,
  TokenAccess,
];

/** The rules that decide who may do what, and the guards that other guards call. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, FactorsModule, FederationModule, MailModule, EventsModule],
  providers: [...PUBLIC, PasswordShares],
  exports: PUBLIC,
})
export class AccessModule {}
