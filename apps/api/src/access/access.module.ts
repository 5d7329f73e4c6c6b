import { BearerGuard } from '@app/auth';
import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { ActiveUserGuard } from './active-user.guard.js';
import { LoginFailures } from './policies/login-failures.js';
import { LoginThrottle } from './policies/login-throttle.js';
import { RecentSignIn } from './policies/recent-sign-in.js';
import { StaleTokens } from './policies/stale-tokens.js';
import { StaleTokenGuard } from './stale-token.guard.js';

/** The rules that decide who may do what, and the guards that other guards call. */
@Module({
  imports: [UsersModule, TokensModule, EventsModule],
  providers: [StaleTokens, RecentSignIn, LoginThrottle, LoginFailures, BearerGuard, ActiveUserGuard, StaleTokenGuard],
  exports: [StaleTokens, RecentSignIn, LoginThrottle, LoginFailures, BearerGuard, ActiveUserGuard, StaleTokenGuard],
})
export class AccessModule {}
