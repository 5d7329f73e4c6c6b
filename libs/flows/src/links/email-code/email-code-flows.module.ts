import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../../access/access-rules.module.js';
import { LinkFlows } from '../link-flows.module.js';
import { MailboxFlows } from '../mailbox/mailbox-flows.module.js';
import { AccountOwner } from './account-owner.js';
import { EmailCodeCheck } from './email-code-check.js';
import { EmailCodeRequestService } from './email-code-request.service.js';
import { EmailCodeSignInService } from './email-code-sign-in.service.js';

const PUBLIC = [EmailCodeRequestService, EmailCodeSignInService, EmailCodeCheck];

/** Codes by email: for a sign-in, and as a second factor. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, AccessRules, LinkFlows, MailboxFlows],
  providers: [...PUBLIC, AccountOwner],
  exports: PUBLIC,
})
export class EmailCodeFlows {}
