import { Database, type Person, type PersonalData, type StoredRows, storedRows } from '@app/database';
import { Injectable } from '@nestjs/common';
import { Passkey } from './passkeys/passkey.entity.js';
import { RecoveryCode } from './recovery-codes/recovery-code.entity.js';
import { FactorReset } from './resets/factor-reset.entity.js';
import { TotpFactor } from './totp/totp-factor.entity.js';

/** All that this library stores about a person, without secrets and hashes. */
@Injectable()
export class StoredFactorData implements PersonalData {
  constructor(private readonly database: Database) {}

  of({ uid }: Person): Record<string, StoredRows> {
    const where = { uid };
    return {
      totp_factors: storedRows(this.database, TotpFactor, {
        where,
        by: 'factorId',
        properties: TOTP_PROPERTIES,
      }),
      recovery_codes: storedRows(this.database, RecoveryCode, {
        where,
        by: 'codeHash',
        properties: ['uid', 'createdAt', 'usedAt'],
      }),
      passkeys: storedRows(this.database, Passkey, { where, by: 'passkeyId', properties: PASSKEY_PROPERTIES }),
      factor_resets: storedRows(this.database, FactorReset, {
        where,
        by: 'uid',
        properties: ['uid', 'passkeys', 'identities', 'reason', 'actor', 'addressVersion', 'createdAt', 'dueAt'],
      }),
    };
  }
}

const TOTP_PROPERTIES: (keyof TotpFactor)[] = [
  'factorId',
  'uid',
  'name',
  'algorithm',
  'digits',
  'period',
  'lastStep',
  'failures',
  'createdAt',
  'confirmedAt',
  'sessionId',
  'lastUsedAt',
  'lockedAt',
  'counter',
];

const PASSKEY_PROPERTIES: (keyof Passkey)[] = [
  'passkeyId',
  'credentialId',
  'uid',
  'publicKey',
  'handle',
  'rpId',
  'counter',
  'backupEligible',
  'synced',
  'transports',
  'aaguid',
  'name',
  'createdAt',
  'lastUsedAt',
];
