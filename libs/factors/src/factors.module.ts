import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { Challenge } from './challenges/challenge.entity.js';
import { ChallengeRevocation } from './challenges/challenge-revocation.js';
import { ChallengeStore } from './challenges/challenge-store.js';
import { ChallengeSweeper } from './challenges/challenge-sweeper.js';
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
  ChallengeRevocation,
  ChallengeStore,
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
  imports: [TypeOrmModule.forFeature([Challenge, TotpFactor, RecoveryCode, Passkey, FactorReset])],
  providers: [...PUBLIC, ChallengeSweeper, TotpSecrets, PasskeyChallenges],
  exports: PUBLIC,
})
export class FactorsModule {}
