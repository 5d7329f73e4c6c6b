import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { EnrolmentAdmission } from './enrolment-admission.js';
import { FactorChangesService } from './factor-changes.service.js';
import { FactorEnrolment } from './factor-enrolment.js';
import { FactorsController } from './factors.controller.js';
import { TotpController } from './totp.controller.js';
import { TotpService } from './totp.service.js';

/** The second factors of a user, as their owner manages them. */
@Module({
  imports: [UsersModule, TokensModule, FactorsModule, MailModule, EventsModule, LinkModule, SignInModule],
  controllers: [FactorsController, TotpController],
  providers: [FactorChangesService, EnrolmentAdmission, FactorEnrolment, TotpService],
  exports: [FactorChangesService, EnrolmentAdmission, FactorEnrolment],
})
export class OwnFactorsModule {}
