import { EventsModule } from '@app/events';
import { FactorsModule } from '@app/factors';
import { MailModule } from '@app/mail';
import { TokensModule } from '@app/tokens';
import { UsersModule } from '@app/users';
import { Module } from '@nestjs/common';
import { EmailCodeModule } from '../email-code/email-code.module.js';
import { LinkModule } from '../link/link.module.js';
import { SignInModule } from '../sign-in/sign-in.module.js';
import { MfaController } from './mfa.controller.js';
import { MfaVerifyService } from './mfa-verify.service.js';
import { MfaOptionsController } from './options.controller.js';
import { PasskeyOptionsService } from './passkey-options.service.js';
import { ReauthenticationService } from './reauthentication.service.js';
import { ReauthenticationOptionsService } from './reauthentication-options.service.js';
import { SecondFactors } from './second-factors.js';

/** The second step of a sign-in, and the new proof of a signed-in user. */
@Module({
  imports: [
    UsersModule,
    TokensModule,
    FactorsModule,
    MailModule,
    EventsModule,
    SignInModule,
    LinkModule,
    EmailCodeModule,
  ],
  controllers: [MfaController, MfaOptionsController],
  providers: [
    MfaVerifyService,
    ReauthenticationService,
    ReauthenticationOptionsService,
    PasskeyOptionsService,
    SecondFactors,
  ],
})
export class MfaModule {}
