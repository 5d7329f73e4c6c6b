import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { FactorsController } from './factors.controller.js';
import { MfaController } from './mfa.controller.js';
import { MfaOptionsController } from './options.controller.js';
import { PasskeyLoginController } from './passkey-login.controller.js';
import { PasskeysController } from './passkeys.controller.js';
import { StopResetController } from './stop-reset.controller.js';
import { TotpController } from './totp.controller.js';

/** Second factors and passkeys. */
@Module({
  imports: [AccessModule],
  controllers: [
    FactorsController,
    TotpController,
    MfaController,
    MfaOptionsController,
    PasskeyLoginController,
    PasskeysController,
    StopResetController,
  ],
})
export class SecondFactorModule {}
