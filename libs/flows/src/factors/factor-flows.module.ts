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
import { EnrolmentAdmission } from './enrolment-admission.js';
import { FactorEnrolment } from './factor-enrolment.js';
import { FactorList } from './factor-list.js';
import { FactorRemoval } from './factor-removal.js';
import { FactorsChanged } from './factors-changed.js';
import { MfaSwitch } from './mfa-switch.js';
import { TotpService } from './totp.service.js';

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
