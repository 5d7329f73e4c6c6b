import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { MailboxModule } from '../mailbox/mailbox.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { PasswordController } from './password.controller.js';
import { PasswordService } from './password.service.js';
import { PasswordChange } from './password-change.js';
import { ResetService } from './reset.service.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, LinkModule, MailboxModule, SignInModule],
  controllers: [PasswordController],
  providers: [PasswordService, PasswordChange, ResetService],
  exports: [PasswordService],
})
export class PasswordModule {}
