import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { OptionalBearerGuard } from '../access/bearer-or-reset.guard.js';
import { LinkModule } from '../link/link.module.js';
import { MailboxModule } from '../mailbox/mailbox.module.js';
import { AccountOwner } from './account-owner.js';
import { EmailCodeController } from './email-code.controller.js';
import { EmailCodeCheck } from './email-code-check.js';
import { EmailCodeRequestService } from './email-code-request.service.js';
import { EmailCodeSignInService } from './email-code-sign-in.service.js';

/** Mails codes, and signs in by them. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, AccessModule, LinkModule, MailboxModule],
  controllers: [EmailCodeController],
  providers: [EmailCodeRequestService, EmailCodeSignInService, EmailCodeCheck, AccountOwner, OptionalBearerGuard],
  exports: [EmailCodeCheck, EmailCodeRequestService],
})
export class EmailCodeModule {}
