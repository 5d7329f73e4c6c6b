import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import { StopResetController } from '../factor-reset/stop-reset.controller.js';
import { MfaController } from '../mfa/mfa.controller.js';
import { MfaOptionsController } from '../mfa/options.controller.js';
import { PasskeyLoginController } from '../passkeys/passkey-login.controller.js';
import { PasskeysController } from '../passkeys/passkeys.controller.js';
import { FactorsController } from './factors.controller.js';
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
