import type { SettingsReader } from '../settings-reader.js';

/** The rules for sign-ups and passwords. */
export function readPasswordSettings(read: SettingsReader) {
  return {
    signupEmailVerified: read.oneOf('SIGNUP_EMAIL_VERIFIED', ['client', 'ignore'], 'client'),
    passwordMinScore: read.integer('PASSWORD_MIN_SCORE', { min: 0, max: 4, fallback: 1 }),
    bcryptCost: read.integer('BCRYPT_COST', { min: 4, max: 15, fallback: 10 }),
    bcryptEngine: read.oneOf('BCRYPT_ENGINE', ['auto', 'native', 'js'], 'auto'),
  };
}
