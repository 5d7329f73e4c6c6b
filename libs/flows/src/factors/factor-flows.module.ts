import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { LinkFlows } from '../links/link-flows.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { SignInFlows } from '../sign-in/sign-in-flows.module.js';
import { EnrolmentAdmission, FactorEnrolment, TotpService } from './enrolment.js';
import { FactorList, FactorRemoval, FactorsChanged, MfaSwitch } from './own-factors.js';

const PUBLIC = [FactorList, MfaSwitch, FactorRemoval, EnrolmentAdmission, FactorEnrolment, TotpService];

/** The second factors of a user. */
@Module({
  imports: [
    AccessRules,
    EventsModule,
    FactorsModule,
    LinkFlows,
    MailModule,
    RevocationModule,
    SignInFlows,
    TokensModule,
    UsersModule,
  ],
  providers: [...PUBLIC, FactorsChanged],
  exports: PUBLIC,
})
export class FactorFlows {}
