import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { WebhooksModule } from '@app/webhooks';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { FollowedLinkFlows } from '../mailbox/followed-link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { AccountRecovery } from './account-recovery.js';
import { AccountService } from './accounts.js';
import { AuditTrail } from './audit-trail.js';
import { EmailChange } from './email-change.js';
import { SecureAccountService } from './secure-account.service.js';
import { Theft } from './theft.js';

const PUBLIC = [AccountService, EmailChange, SecureAccountService, Theft];

/** Accounts, the change of their address, and the answer to a theft. */
@Module({
  imports: [
    AdminTokensModule,
    ClientsModule,
    WebhooksModule,
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    AccessRules,
    LinkFlows,
    FollowedLinkFlows,
    SignInFlows,
  ],
  providers: [...PUBLIC, AccountRecovery, AuditTrail],
  exports: PUBLIC,
})
export class AccountFlows {}
