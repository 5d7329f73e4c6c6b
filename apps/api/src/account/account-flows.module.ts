import { EventsModule } from '@app/events';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/policies/access-rules.module.js';
import { EmailChange } from '../address-change/email-change.js';
import { PendingChange } from '../address-change/pending-change.js';
import { LinkFlows } from '../link/link-flows.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { AccountService } from './account.service.js';
import { PendingEmailService } from './pending-email.service.js';

const PUBLIC = [AccountService, PendingEmailService, EmailChange, PendingChange];

/** Accounts and the change of their address. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    AccessRules,
    LinkFlows,
    SignInFlows,
  ],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class AccountFlows {}
