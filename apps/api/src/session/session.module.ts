import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { GuessLimits } from './guess-limits.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [UsersModule, TokensModule, EventsModule],
  controllers: [SessionController],
  providers: [SessionService, PasswordStrategy, GuessLimits],
  exports: [SessionService, GuessLimits],
})
export class SessionModule {}
