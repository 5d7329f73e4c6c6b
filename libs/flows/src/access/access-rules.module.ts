import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AdminRank } from './admin-rank.js';
import { TokenAccess } from './administrator.js';
import { FactorMethods } from './factor-methods.js';
import { FactorNotices } from './factor-notices.js';
import { LoginFailures, LoginThrottle, PasswordShares } from './login-throttle.js';
import { ProvedAddress } from './proved-address.js';
import { RecentCaller, RecentSignIn } from './recent-sign-in.js';
import { SignInMethods } from './sign-in-methods.js';
import { StaleTokens } from './stale-tokens.js';

const PUBLIC = [
  StaleTokens,
  RecentSignIn,
  RecentCaller,
  FactorMethods,
  FactorNotices,
  LoginThrottle,
  LoginFailures,
  SignInMethods,
  ProvedAddress,
  AdminRank,
  TokenAccess,
];

/** The rules that decide who may do what. */
@Module({
  imports: [AdminTokensModule, UsersModule, TokensModule, FactorsModule, FederationModule, MailModule, EventsModule],
  providers: [...PUBLIC, PasswordShares],
  exports: PUBLIC,
})
export class AccessRules {}
