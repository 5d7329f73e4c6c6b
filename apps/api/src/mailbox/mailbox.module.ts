import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { EarlierFactors } from './earlier-factors.js';
import { FirstProof } from './first-proof.js';
import { MailboxSignIn } from './mailbox-sign-in.js';

/** What a reader of a mailbox can do: prove the address, and sign in. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, MailModule, EventsModule, SignInModule, LinkModule],
  providers: [FirstProof, EarlierFactors, MailboxSignIn],
  exports: [MailboxSignIn, EarlierFactors],
})
export class MailboxModule {}
