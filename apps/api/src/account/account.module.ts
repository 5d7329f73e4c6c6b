import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { EmailChange } from './email-change.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, SignInModule, LinkModule],
  controllers: [AccountController],
  providers: [AccountService, EmailChange],
  exports: [AccountService],
})
export class AccountModule {}
