import { ClientsModule } from '@app/clients';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../../access/access-rules.module.js';
import { LinkFlows } from '../../links/link-flows.module.js';
import { RevocationModule } from '../../revocation/revocation.module.js';
import { AddedAccess } from './added-access.js';
import { FirstProof } from './first-proof.js';
import { IdentityRemoval } from './identity-removal.js';

const PUBLIC = [FirstProof, AddedAccess, IdentityRemoval];

/** What the first proof of an address ends and keeps. */
@Module({
  imports: [
    UsersModule,
    FactorsModule,
    FederationModule,
    ClientsModule,
    MailModule,
    EventsModule,
    RevocationModule,
    AccessRules,
    LinkFlows,
  ],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class AddressProofFlows {}
