import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { RevocationModule } from '@app/flows';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { AddressProofModule } from '../address-proof/address-proof.module.js';
import { LinkModule } from '../link/link.module.js';
import { FactorDemands } from './factor-demands.js';
import { FactorUse } from './factor-use.js';
import { IdentityLinks } from './identity-links.js';
import { SessionAssurance } from './session-assurance.js';
import { SessionOpener } from './session-opener.js';
import { SignInGate } from './sign-in-gate.js';

/** Opens and ends sessions. */
@Module({
  imports: [
    AdminTokensModule,
    UsersModule,
    TokensModule,
    FactorsModule,
    FederationModule,
    MailModule,
    EventsModule,
    AccessModule,
    AddressProofModule,
    LinkModule,
    RevocationModule,
  ],
  providers: [SignInGate, SessionOpener, SessionAssurance, FactorDemands, IdentityLinks, FactorUse],
  exports: [
    SignInGate,
    SessionOpener,
    SessionAssurance,
    FactorDemands,
    IdentityLinks,
    FactorUse,
    AccessModule,
    AddressProofModule,
    RevocationModule,
  ],
})
export class SignInModule {}
