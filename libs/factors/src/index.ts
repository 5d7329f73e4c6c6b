export { FactorsModule } from './factors.module.js';
export { credentialsOf, FactorTransfer } from './import-export/factor-transfer.js';
export type { NewFactors, NewPasskey, NewTotp } from './import-export/new-factors.js';
export { SECRET_ENCODINGS, toBase32 } from './import-export/secret-encodings.js';
export { authenticatorName } from './passkeys/authenticator-names.js';
export { isCoseKey } from './passkeys/credential.js';
export { Passkey } from './passkeys/passkey.entity.js';
export {
  type AssertionCeremony,
  PASSKEY_LOGIN,
  type PasskeyAnswer,
  PasskeyAssertion,
  type PasskeyProof,
} from './passkeys/passkey-assertion.js';
export type { PasskeyOptions } from './passkeys/passkey-challenges.js';
export { PasskeyRegistration, type RegistrationHome } from './passkeys/passkey-registration.js';
export { Passkeys } from './passkeys/passkeys.js';
export type { SentCredential } from './passkeys/sent-credential.js';
export { RecoveryCode } from './recovery-codes/recovery-code.entity.js';
export { RecoveryCodes } from './recovery-codes/recovery-codes.js';
export { FactorReset } from './resets/factor-reset.entity.js';
export { FactorResets } from './resets/factor-resets.js';
export { StoredFactorData } from './stored-factor-data.js';
export { type PendingTotp, TotpEnrolment } from './totp/totp-enrolment.js';
export { TOTP_ALGORITHMS, TotpFactor } from './totp/totp-factor.entity.js';
export { isUsable, TotpFactors } from './totp/totp-factors.js';
export type { TotpMatch } from './totp/totp-secrets.js';
