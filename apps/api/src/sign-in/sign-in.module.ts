import { AdminTokensModule } from '@app/admin';
import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { FederationModule } from '@app/federation';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorDemands } from './factor-demands.js';
import { IdentityLinks } from './identity-links.js';
import { PasskeyUse } from './passkey-use.js';
import { SessionEndService } from './session-end.service.js';
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
  ],
  providers: [SignInGate, FactorDemands, IdentityLinks, PasskeyUse, SessionEndService],
  exports: [SignInGate, IdentityLinks, PasskeyUse, SessionEndService, AccessModule],
})
export class SignInModule {}
