import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorDemands } from './factor-demands.js';
import { PasskeyUse } from './passkey-use.js';
import { SessionEndService } from './session-end.service.js';
import { SignInGate } from './sign-in-gate.js';

/** Opens and ends sessions. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, EventsModule, AccessModule],
  providers: [SignInGate, FactorDemands, PasskeyUse, SessionEndService],
  exports: [SignInGate, PasskeyUse, SessionEndService, AccessModule],
})
export class SignInModule {}
