import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../../sign-in/sign-in.module.js';
import { TokenMaker } from './token-maker.js';
import { AdminTokensController } from './tokens.controller.js';
import { AdminTokenService } from './tokens.service.js';

/** Creates, lists and revokes admin tokens. */
@Module({
  imports: [AdminTokensModule, UsersModule, MailModule, EventsModule, SignInModule],
  controllers: [AdminTokensController],
  providers: [TokenMaker, AdminTokenService],
  exports: [AdminTokensModule, AdminTokenService],
})
export class TokenEndpointsModule {}
