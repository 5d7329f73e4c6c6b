import type { SettingsReader } from '../settings-reader.js';

const THIRTY_DAYS = 30 * 86_400;
const THREE_DAYS = 3 * 86_400;

/** The rules for second factors. Durations are in seconds. */
export function readFactorSettings(read: SettingsReader) {
  return {
    mfa: read.oneOf('MFA', ['off', 'optional', 'required'], 'optional'),
    mfaGrace: read.integer('MFA_GRACE', { min: 0, max: THIRTY_DAYS, fallback: 0 }),
    mfaResetDelay: read.integer('MFA_RESET_DELAY', { min: 0, max: THREE_DAYS, fallback: 0 }),
    emailCodeTtl: read.integer('EMAIL_CODE_TTL', { min: 1, max: 86_400, fallback: 600 }),
  };
}
