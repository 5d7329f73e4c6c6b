import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { GuessLimits } from '../session/guess-limits.js';
import { RecentSignIn } from './recent-sign-in.js';
import { StaleTokens } from './stale-tokens.js';

/** What the guards of endpoints decide by. */
@Module({
  imports: [UsersModule, TokensModule],
  providers: [StaleTokens, RecentSignIn, GuessLimits],
  exports: [StaleTokens, RecentSignIn, GuessLimits],
})
export class AccessModule {}
