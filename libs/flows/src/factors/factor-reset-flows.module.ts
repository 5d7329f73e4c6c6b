import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { AccessRules } from '../access/access-rules.module.js';
import { RevocationModule } from '../revocation/revocation.module.js';
import { FactorResetRun, FactorResetService } from './factor-reset.service.js';

const PUBLIC = [FactorResetService];

/** Removes the second factors of a user for an administrator. */
@Module({
  imports: [AccessRules, EventsModule, FactorsModule, MailModule, RevocationModule, UsersModule],
  providers: [...PUBLIC, FactorResetRun],
  exports: PUBLIC,
})
export class FactorResetFlows {}
