import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LoginThrottle } from './login-throttle.js';
import { RecentSignIn } from './recent-sign-in.js';
import { StaleTokens } from './stale-tokens.js';

/** What the guards of endpoints decide by. */
@Module({
  imports: [UsersModule, TokensModule],
  providers: [StaleTokens, RecentSignIn, LoginThrottle],
  exports: [StaleTokens, RecentSignIn, LoginThrottle],
})
export class AccessModule {}
