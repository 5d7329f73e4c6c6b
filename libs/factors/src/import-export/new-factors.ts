import type { Passkey } from '../passkeys/passkey.entity.js';
import type { TotpFactor } from '../totp/totp-factor.entity.js';

/** An authenticator app from another system. */
export interface NewTotp extends Pick<TotpFactor, 'algorithm' | 'digits' | 'period' | 'name'> {
  /** In base32. */
  secret: string;
}

/** A passkey from another system. */
export type NewPasskey = Pick<
  Passkey,
  | 'credentialId'
  | 'publicKey'
  | 'handle'
  | 'rpId'
  | 'counter'
  | 'backupEligible'
  | 'synced'
  | 'transports'
  | 'aaguid'
  | 'name'
>;

/** The factors of a user in an import or an export. */
export interface NewFactors {
  totp: NewTotp[];
  passkeys: NewPasskey[];
}
