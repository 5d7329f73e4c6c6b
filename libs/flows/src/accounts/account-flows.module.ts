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
import { SignInFlows } from '../modules/sign-in-flows.module.js';
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
    SignInFlows,
  ],
  providers: [...PUBLIC, AccountRecovery, AuditTrail],
  exports: PUBLIC,
})
export class AccountFlows {}
