import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';
import { SessionEndService } from './session-end.service.js';

@Module({
  imports: [UsersModule, TokensModule, EventsModule, AccessModule],
  controllers: [SessionController],
  providers: [SessionService, SessionEndService, PasswordStrategy],
  exports: [SessionService, SessionEndService, AccessModule],
})
export class SessionModule {}
