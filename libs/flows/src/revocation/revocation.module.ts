import { AdminTokensModule } from '@app/admin';
import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { Access } from './access.js';
import { WaysIn } from './ways-in.js';

/** Ends access to accounts, and removes ways into them. */
@Module({
  imports: [
    AccessRules,
    AdminTokensModule,
    ClientsModule,
    EventsModule,
    FactorsModule,
    FederationModule,
    LinkFlows,
    MailModule,
    TokensModule,
    UsersModule,
  ],
  providers: [Access, WaysIn],
  exports: [Access, WaysIn],
})
export class RevocationModule {}
