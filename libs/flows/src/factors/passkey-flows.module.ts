import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { PasskeyEnrolmentService } from './enrolment.js';
import { FactorFlows } from './factor-flows.module.js';
import { OwnPasskeysService } from './own-factors.js';
import { PasskeyLoginService } from './passkey-login.service.js';

const PUBLIC = [PasskeyLoginService, PasskeyEnrolmentService, OwnPasskeysService];

/** Sign-in with passkeys, and the passkeys of a user. */
@Module({
  imports: [AccessRules, EventsModule, FactorFlows, FactorsModule, SignInFlows, UsersModule],
  providers: PUBLIC,
  exports: PUBLIC,
})
export class PasskeyFlows {}
