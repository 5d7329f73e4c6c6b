import { EventsModule } from '@app/events';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AddressChangeModule } from '../address-change/address-change.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { AccountController } from './account.controller.js';
import { AccountService } from './account.service.js';
import { PendingEmailController } from './pending-email.controller.js';
import { PendingEmailService } from './pending-email.service.js';

@Module({
  imports: [UsersModule, TokensModule, MailModule, EventsModule, SignInModule, AddressChangeModule],
  controllers: [AccountController, PendingEmailController],
  providers: [AccountService, PendingEmailService],
  exports: [AccountService, AddressChangeModule],
})
export class AccountModule {}
