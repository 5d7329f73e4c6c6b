import { EventsModule } from '@app/events';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { LinkModule } from '../link/link.module.js';
import { EmailChange } from './email-change.js';
import { PendingChange } from './pending-change.js';

/** Changes of the address of an account. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    AccessModule,
    LinkModule,
  ],
  providers: [EmailChange, PendingChange],
  exports: [EmailChange, PendingChange],
})
export class AddressChangeModule {}
