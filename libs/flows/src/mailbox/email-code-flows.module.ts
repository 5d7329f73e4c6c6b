import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { AccountOwner, EmailCodeCheck, EmailCodeRequestService, EmailCodeSignInService } from './email-code.js';
import { MailboxFlows } from './mailbox-flows.module.js';

const PUBLIC = [EmailCodeRequestService, EmailCodeSignInService, EmailCodeCheck];

/** Codes by email: for a sign-in, and as a second factor. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, AccessRules, LinkFlows, MailboxFlows],
  providers: [...PUBLIC, AccountOwner],
  exports: PUBLIC,
})
export class EmailCodeFlows {}
