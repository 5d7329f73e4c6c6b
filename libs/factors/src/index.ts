export {
  ADDED_KINDS,
  type AddedKind,
  FACTOR_KINDS,
  type FactorKind,
  PROOF_METHODS,
  type ProofMethod,
} from './factor-kinds.js';
export { FactorReset, FactorResets } from './factor-resets.js';
export type { NewFactors, NewTotp } from './factor-transfer.js';
export { credentialsOf, FactorTransfer, SECRET_ENCODINGS, StoredFactorData, toBase32 } from './factor-transfer.js';
export { FactorsModule } from './factors.module.js';
export type { PasskeyOptions, SentCredential } from './passkey-ceremonies.js';
export {
  type AssertionCeremony,
  PASSKEY_LOGIN,
  type PasskeyAnswer,
  PasskeyAssertion,
  type PasskeyProof,
  PasskeyRegistration,
  type RegistrationHome,
  TRANSPORTS,
} from './passkey-ceremonies.js';
export { authenticatorName, isCoseKey, type NewPasskey, Passkey, Passkeys } from './passkeys.js';
export { RecoveryCode, RecoveryCodes } from './recovery-codes.js';

export { isUsable, type PendingTotp, TOTP_ALGORITHMS, TotpFactor, TotpFactors } from './totp.js';
