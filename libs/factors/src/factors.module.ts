import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactorTransfer } from './import-export/factor-transfer.js';
import { Passkey } from './passkeys/passkey.entity.js';
import { PasskeyAssertion } from './passkeys/passkey-assertion.js';
import { PasskeyChallenges } from './passkeys/passkey-challenges.js';
import { PasskeyRegistration } from './passkeys/passkey-registration.js';
import { Passkeys } from './passkeys/passkeys.js';
import { RecoveryCode } from './recovery-codes/recovery-code.entity.js';
import { RecoveryCodes } from './recovery-codes/recovery-codes.js';
import { FactorReset } from './resets/factor-reset.entity.js';
import { FactorResets } from './resets/factor-resets.js';
import { StoredFactorData } from './stored-factor-data.js';
import { TotpEnrolment } from './totp/totp-enrolment.js';
import { TotpFactor } from './totp/totp-factor.entity.js';
import { TotpFactors } from './totp/totp-factors.js';
import { TotpSecrets } from './totp/totp-secrets.js';

const PUBLIC = [
  TotpFactors,
  TotpEnrolment,
  RecoveryCodes,
  Passkeys,
  FactorResets,
  FactorTransfer,
  PasskeyRegistration,
  PasskeyAssertion,
  StoredFactorData,
];

@Module({
  imports: [TokensModule, TypeOrmModule.forFeature([TotpFactor, RecoveryCode, Passkey, FactorReset])],
  providers: [...PUBLIC, TotpSecrets, PasskeyChallenges],
  exports: PUBLIC,
})
export class FactorsModule {}
