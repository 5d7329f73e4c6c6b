import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [UsersModule, TokensModule, EventsModule, SignInModule],
  controllers: [SessionController],
  providers: [SessionService, PasswordStrategy],
})
export class SessionModule {}
