import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';

@Module({
  imports: [UsersModule, TokensModule],
  controllers: [SessionController],
  providers: [SessionService, PasswordStrategy],
  exports: [SessionService],
})
export class SessionModule {}
