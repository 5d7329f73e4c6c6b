import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { FactorResetService } from './factor-reset.service.js';

/** Removes second factors for administrators. */
@Module({
  imports: [UsersModule, FactorsModule, MailModule, EventsModule, SignInModule],
  providers: [FactorResetService],
  exports: [FactorResetService],
})
export class FactorResetModule {}
