import { TokensModule } from '@app/tokens';
import { Module } from '@nestjs/common';
import { TypeOrmModule } from '@nestjs/typeorm';
import { FactorReset, FactorResets } from './factor-resets.js';
import { FactorTransfer, StoredFactorData } from './factor-transfer.js';
import { PasskeyAssertion, PasskeyChallenges, PasskeyRegistration } from './passkey-ceremonies.js';
import { Passkey, Passkeys } from './passkeys.js';
import { RecoveryCode, RecoveryCodes } from './recovery-codes.js';
import { TotpFactor, TotpFactors, TotpSecrets } from './totp.js';

const PUBLIC = [
  TotpFactors,
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
