import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SessionModule } from '../session/session.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { OldAddress } from './old-address.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, SessionModule],
  controllers: [AccountController],
  providers: [AccountService, OldAddress],
  exports: [AccountService, OldAddress],
})
export class AccountModule {}
