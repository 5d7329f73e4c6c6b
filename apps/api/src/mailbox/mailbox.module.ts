import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MailboxSignIn } from './mailbox-sign-in.js';
import { NewAccounts } from './new-accounts.js';

/** What a reader of a mailbox can do: prove the address, and sign in. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    MailModule,
    EventsModule,
    SignInModule,
    LinkModule,
  ],
  providers: [NewAccounts, MailboxSignIn],
  exports: [MailboxSignIn, NewAccounts],
})
export class MailboxModule {}
