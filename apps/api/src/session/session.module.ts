import { EventsModule } from '@app/events';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LoginThrottle } from './login-throttle.js';
import { PasswordStrategy } from './password.strategy.js';
import { SessionController } from './session.controller.js';
import { SessionService } from './session.service.js';
import { Standing } from './standing.js';

@Module({
  imports: [UsersModule, TokensModule, EventsModule],
  controllers: [SessionController],
  providers: [SessionService, Standing, PasswordStrategy, LoginThrottle],
  exports: [SessionService, Standing, LoginThrottle],
})
export class SessionModule {}
