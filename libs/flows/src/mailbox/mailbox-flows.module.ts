import { EventsModule } from '@app/events';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { MailboxSignIn, NewAccounts } from './mailbox-sign-in.js';

const PUBLIC = [NewAccounts, MailboxSignIn];

/** Signs in the owner of a mailbox, with a new account if that is allowed. */
@Module({
  imports: [EventsModule, RevocationModule, SignInFlows, UsersModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class MailboxFlows {}
