import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { LinkModule } from '../link/link.module.js';
import { AddedAccess } from './added-access.js';
import { EarlierAccess } from './earlier-access.js';
import { FirstProof } from './first-proof.js';

/** The first proof of an address, and what it removes. */
@Module({
  imports: [
    UsersModule,
    FactorsModule,
    FederationModule,
    MailModule,
    EventsModule,
    RevocationModule,
    AccessModule,
    LinkModule,
  ],
  providers: [FirstProof, EarlierAccess, AddedAccess],
  exports: [FirstProof, EarlierAccess, AddedAccess],
})
export class AddressProofModule {}
