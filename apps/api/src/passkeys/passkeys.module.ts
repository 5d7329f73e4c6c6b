import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { OwnFactorsModule } from '../factors/factors.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { OwnPasskeysService } from './own-passkeys.service.js';
import { PasskeyEnrolmentService } from './passkey-enrolment.service.js';
import { PasskeyLoginController } from './passkey-login.controller.js';
import { PasskeyLoginService } from './passkey-login.service.js';
import { PasskeysController } from './passkeys.controller.js';
import { RelyingPartyNotice } from './relying-party-notice.js';

/** Signing in by a passkey, and the passkeys of a user, as their owner manages them. */
@Module({
  imports: [UsersModule, FactorsModule, MailModule, EventsModule, SignInModule, OwnFactorsModule],
  controllers: [PasskeyLoginController, PasskeysController],
  providers: [PasskeyLoginService, PasskeyEnrolmentService, OwnPasskeysService, RelyingPartyNotice],
})
export class PasskeysModule {}
