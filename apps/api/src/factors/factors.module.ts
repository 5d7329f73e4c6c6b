import { Module } from '@nestjs/common';
import { AccessModule } from '../access/access.module.js';
import {
  FactorsController,
  MfaController,
  MfaOptionsController,
  StopResetController,
  TotpController,
} from './factors.controller.js';
import { PasskeyLoginController, PasskeysController } from './passkeys.controller.js';

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
