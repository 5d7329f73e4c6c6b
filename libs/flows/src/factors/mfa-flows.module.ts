import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { EmailCodeFlows } from '../mailbox/email-code-flows.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { ReauthenticationOptionsService, ReauthenticationService } from './reauthentication.service.js';
import { MfaVerifyService, PasskeyOptionsService, ProofRecorder, SecondFactors } from './second-factors.js';

const PUBLIC = [MfaVerifyService, ReauthenticationService, ReauthenticationOptionsService, PasskeyOptionsService];

/** The second step of a sign-in, and reauthentication. */
@Module({
  imports: [
    AccessRules,
    EmailCodeFlows,
    EventsModule,
    FactorsModule,
    LinkFlows,
    SignInFlows,
    TokensModule,
    UsersModule,
  ],
  providers: [...PUBLIC, SecondFactors, ProofRecorder],
  exports: PUBLIC,
})
export class MfaFlows {}
